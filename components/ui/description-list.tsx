import type { ReactNode } from 'react';
import { classNames } from './class-names';

const layouts = {
  /** Label left, value right; for a narrow column. */
  rows: 'grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2 [&>div]:contents',
  /** Label above value, as many columns as fit. */
  columns: 'grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-6 gap-y-4',
} as const;

/** Facts: what they are called and what they are. */
export function DescriptionList({
  items,
  layout = 'columns',
  className,
}: {
  items: readonly { label: ReactNode; value: ReactNode; key?: string }[];
  layout?: keyof typeof layouts;
  className?: string;
}) {
  return (
    <dl className={classNames(layouts[layout], className)}>
      {items.map((item, position) => (
        <div key={item.key ?? position} className="min-w-0">
          <dt className="text-sm text-muted">{item.label}</dt>
          <dd className="min-w-0 text-base wrap-break-word text-ink">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
