'use client';

import { Radio } from '@base-ui/react/radio';
import { RadioGroup as BaseRadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { classNames } from './class-names';

export type RadioOption = { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean };

export type RadioGroupProps = {
  options: readonly RadioOption[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  name?: string;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  /** `row` is for ways to look at the same thing; `cards` gives every option a bordered box: for few that carry a consequence. */
  layout?: 'list' | 'row' | 'cards';
  className?: string;
};

const arrangements = {
  list: 'flex-col gap-1.5',
  row: 'flex-wrap gap-x-5 gap-y-1.5',
  cards: 'flex-col gap-2',
};

/** One of a few options, all visible. Put it in a FieldGroup for legend, hint and error. */
export function RadioGroup({ options, layout = 'list', className, onValueChange, ...root }: RadioGroupProps) {
  return (
    <BaseRadioGroup
      {...root}
      onValueChange={(value) => onValueChange?.(String(value))}
      className={classNames('flex', arrangements[layout], className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            'flex items-start gap-2.5 text-base text-ink has-data-disabled:text-muted pointer-coarse:min-h-11 pointer-coarse:py-2.5',
            layout === 'cards' &&
              'rounded-lg border border-line-strong bg-surface px-3 py-2.5 transition-colors hover:bg-hover has-data-checked:border-accent has-data-checked:bg-accent-soft',
          )}
        >
          <Radio.Root
            value={option.value}
            disabled={option.disabled}
            className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-control bg-surface transition-colors hover:border-muted data-checked:border-accent data-checked:bg-accent data-disabled:opacity-60 data-invalid:border-danger"
          >
            <Radio.Indicator className="size-1.5 rounded-full bg-on-accent data-unchecked:hidden" />
          </Radio.Root>
          <span className="min-w-0">
            {option.label}
            {option.hint ? <span className="block text-sm text-muted">{option.hint}</span> : null}
          </span>
        </label>
      ))}
    </BaseRadioGroup>
  );
}
