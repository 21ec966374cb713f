'use client';

import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names';

export type CheckboxProps = {
  /** Visible label; without one give `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
  checked?: boolean;
  defaultChecked?: boolean;
  indeterminate?: boolean;
  onCheckedChange?: (checked: boolean) => void;
  name?: string;
  value?: string;
  id?: string;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  'aria-label'?: string;
  className?: string;
};

/** A tick with its label; the whole line is the hit area. */
export function Checkbox({ label, hint, indeterminate, className, ...root }: CheckboxProps) {
  return (
    <label
      className={classNames(
        'inline-flex items-start gap-2.5 text-base text-ink has-data-disabled:text-muted pointer-coarse:min-h-11 pointer-coarse:py-2.5',
        className,
      )}
    >
      <BaseCheckbox.Root
        {...root}
        indeterminate={indeterminate}
        className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-sm border border-control bg-surface text-on-accent transition-colors hover:border-muted data-checked:border-accent data-checked:bg-accent data-disabled:opacity-60 data-indeterminate:border-accent data-indeterminate:bg-accent data-invalid:border-danger"
      >
        <BaseCheckbox.Indicator className="data-unchecked:hidden">
          {indeterminate ? (
            <Minus aria-hidden className="size-3" strokeWidth={3} />
          ) : (
            <Check aria-hidden className="size-3" strokeWidth={3.2} />
          )}
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      {label || hint ? (
        <span className="min-w-0">
          {label}
          {hint ? <span className="block text-sm text-muted">{hint}</span> : null}
        </span>
      ) : null}
    </label>
  );
}
