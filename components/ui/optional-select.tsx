'use client';

import { Select, type SelectOption, type SelectProps } from './select';

/** The value of "no choice": a select cannot hold an empty text. */
const none = '*';

export type OptionalSelectProps = Pick<SelectProps, 'aria-label' | 'className' | 'size'> & {
  value: string | undefined;
  /** What no choice is called. */
  all: string;
  options: readonly SelectOption[];
  /** Undefined: no choice. */
  onChange: (value: string | undefined) => void;
};

/** A select in which one may choose nothing, as a filter. */
export function OptionalSelect({ value, all, options, onChange, ...look }: OptionalSelectProps) {
  return (
    <Select
      {...look}
      value={value ?? none}
      onValueChange={(next) => onChange(next === null || next === none ? undefined : next)}
      options={[{ value: none, label: all }, ...options]}
    />
  );
}
