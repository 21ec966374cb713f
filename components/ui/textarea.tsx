'use client';

import { Field } from '@base-ui/react/field';
import type { ComponentProps, Ref } from 'react';
import { classNames } from './class-names';
import { controlClass } from './control-styles';

export type TextareaProps = Omit<
  ComponentProps<'textarea'>,
  'className' | 'ref' | 'color' | 'value' | 'defaultValue'
> & {
  value?: string;
  defaultValue?: string;
  className?: string;
  ref?: Ref<HTMLTextAreaElement>;
};

/** A text control of several lines that grows with what is written. Inside a Field it takes label and error from there. */
export function Textarea({
  rows = 3,
  className,
  value,
  defaultValue,
  id,
  name,
  disabled,
  ref,
  ...rest
}: TextareaProps) {
  return (
    <Field.Control
      id={id}
      name={name}
      disabled={disabled}
      value={value}
      defaultValue={defaultValue}
      render={<textarea ref={ref} {...rest} rows={rows} />}
      className={classNames(controlClass, 'field-sizing-content max-h-80 min-h-16 resize-y py-2', className)}
    />
  );
}
