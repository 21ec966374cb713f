'use client';

import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names';
import { KeyHint } from './key-hint';
import { popupClass, popupItemClass } from './popup-styles';

/** Actions behind a button. */
export function Menu({
  trigger,
  align = 'start',
  side = 'bottom',
  className,
  children,
}: {
  trigger: ReactElement;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  className?: string;
  children: ReactNode;
}) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner side={side} align={align} sideOffset={6} className="z-50 outline-none">
          <BaseMenu.Popup
            className={classNames(
              popupClass,
              'max-h-(--available-height) min-w-48 overflow-y-auto p-1',
              className,
            )}
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

type MenuItemProps = {
  icon?: ReactNode;
  keys?: readonly string[];
  tone?: 'normal' | 'danger';
  disabled?: boolean;
  /** Shown under the label, for instance why it is disabled. */
  hint?: ReactNode;
  onSelect?: () => void;
  children: ReactNode;
};

/** One action of a menu. */
export function MenuItem({ icon, keys, tone = 'normal', disabled, hint, onSelect, children }: MenuItemProps) {
  return (
    <BaseMenu.Item
      disabled={disabled}
      onClick={onSelect}
      className={classNames(
        popupItemClass,
        tone === 'danger' && 'text-danger-ink data-highlighted:bg-danger-soft [&_svg]:text-current',
      )}
    >
      {icon}
      <span className="min-w-0 flex-1">
        {children}
        {hint ? <span className="block text-xs text-muted">{hint}</span> : null}
      </span>
      {keys ? <KeyHint keys={keys} className="ml-4" /> : null}
    </BaseMenu.Item>
  );
}

/** Choices of which one holds. */
export function MenuRadioGroup({
  label,
  value,
  onValueChange,
  options,
}: {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: string; icon?: ReactNode }[];
}) {
  return (
    <BaseMenu.RadioGroup value={value} onValueChange={(next) => onValueChange(String(next))}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <BaseMenu.RadioItem
          key={option.value}
          value={option.value}
          closeOnClick={false}
          className={popupItemClass}
        >
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <BaseMenu.RadioItemIndicator>
            <Check aria-hidden className="text-accent-ink!" />
          </BaseMenu.RadioItemIndicator>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  );
}

/** A choice that holds or does not; the menu stays open, so that several can be made. */
export function MenuCheckboxItem({
  checked,
  onCheckedChange,
  children,
}: {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <BaseMenu.CheckboxItem
      checked={checked}
      onCheckedChange={onCheckedChange}
      closeOnClick={false}
      className={popupItemClass}
    >
      <span className="flex-1">{children}</span>
      <BaseMenu.CheckboxItemIndicator>
        <Check aria-hidden className="text-accent-ink!" />
      </BaseMenu.CheckboxItemIndicator>
    </BaseMenu.CheckboxItem>
  );
}

/** A heading inside a menu that cannot be chosen. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-2 pt-2 pb-1 text-xs font-medium text-muted">{children}</div>;
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
}
