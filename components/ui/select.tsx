'use client';

import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { controlClass } from './control-styles';
import { popupClass } from './popup-styles';

export type SelectOption = {
  value: string;
  label: string;
  hint?: string;
  icon?: ReactNode;
  disabled?: boolean;
};

export type SelectProps = {
  options: readonly SelectOption[];
  value?: string | null;
  defaultValue?: string | null;
  onValueChange?: (value: string | null) => void;
  placeholder?: string;
  name?: string;
  id?: string;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  'aria-label'?: string;
  size?: 'sm' | 'md';
  className?: string;
};

/** One value of a short list (for long lists that one searches, use a command list). Posts its value under `name`. */
export function Select({
  options,
  placeholder,
  size = 'md',
  className,
  id,
  'aria-label': ariaLabel,
  ...root
}: SelectProps) {
  return (
    <BaseSelect.Root items={options.map(({ value, label }) => ({ value, label }))} {...root} id={id}>
      <BaseSelect.Trigger
        aria-label={ariaLabel}
        className={classNames(
          controlClass,
          'flex items-center justify-between gap-2 text-left select-none data-popup-open:bg-hover',
          size === 'sm'
            ? 'h-7 w-auto px-2 text-sm pointer-coarse:h-11 pointer-coarse:text-sm'
            : 'h-9 pointer-coarse:h-11 pointer-coarse:text-base',
          className,
        )}
      >
        <BaseSelect.Value placeholder={placeholder} className="truncate data-placeholder:text-faint" />
        <BaseSelect.Icon className="text-faint">
          <ChevronsUpDown aria-hidden className="size-3.5" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner className="z-50 outline-none" sideOffset={4} alignItemWithTrigger={false}>
          <BaseSelect.Popup
            className={classNames(
              popupClass,
              'max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1',
            )}
          >
            {options.map((option) => (
              <BaseSelect.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className="grid cursor-default grid-cols-[1rem_1fr] items-center gap-2 rounded-md py-1.5 pr-3 pl-2 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover pointer-coarse:py-3"
              >
                <BaseSelect.ItemIndicator className="col-start-1 text-accent-ink">
                  <Check aria-hidden className="size-4" />
                </BaseSelect.ItemIndicator>
                <span className="col-start-2 flex min-w-0 items-center gap-2">
                  {option.icon}
                  <span className="min-w-0">
                    <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                    {option.hint ? <span className="block text-xs text-muted">{option.hint}</span> : null}
                  </span>
                </span>
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
