'use client';

import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { TabCount, tabClass, tabListClass } from './tab-styles';

/** Panels of one page, one visible at a time. For views with an address of their own use TabLinks. */
export function Tabs({
  defaultValue,
  value,
  onValueChange,
  className,
  children,
}: {
  defaultValue?: string;
  value?: string;
  onValueChange?: (value: string) => void;
  className?: string;
  children: ReactNode;
}) {
  return (
    <BaseTabs.Root
      defaultValue={defaultValue}
      value={value}
      onValueChange={(next) => onValueChange?.(String(next))}
      className={classNames('min-w-0', className)}
    >
      {children}
    </BaseTabs.Root>
  );
}

/** The row of tabs; scrolls sideways on a narrow screen. */
export function TabList({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <BaseTabs.List aria-label={label} className={classNames(tabListClass, className)}>
      {children}
    </BaseTabs.List>
  );
}

export function Tab({ value, count, children }: { value: string; count?: number; children: ReactNode }) {
  return (
    <BaseTabs.Tab value={value} className={tabClass}>
      {children}
      {count === undefined ? null : <TabCount count={count} />}
    </BaseTabs.Tab>
  );
}

export function TabPanel({
  value,
  className,
  children,
}: {
  value: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <BaseTabs.Panel value={value} className={classNames('rounded-md pt-4', className)}>
      {children}
    </BaseTabs.Panel>
  );
}
