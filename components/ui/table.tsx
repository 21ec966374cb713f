import Link from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';

/*
 * A dense list: 40 px rows on a desktop. On a phone each row becomes a small card: the primary cell first,
 * then the others as "label value". Roles are written out because `display` would otherwise take them away.
 */

export function Table({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <table
      role="table"
      aria-label={label}
      className={classNames('w-full border-collapse text-left text-sm max-sm:block', className)}
    >
      {children}
    </table>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead role="rowgroup" className="max-sm:sr-only">
      <tr role="row">{children}</tr>
    </thead>
  );
}

export function HeaderCell({
  align = 'start',
  sort,
  className,
  children,
}: {
  align?: 'start' | 'end';
  sort?: 'ascending' | 'descending';
  className?: string;
  /** A column without a name is one that a screen reader cannot tell: where none is shown, hide it from the eye only. */
  children: ReactNode;
}) {
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sort}
      className={classNames(
        'h-9 border-b border-line bg-sunken px-3 text-xs font-medium whitespace-nowrap text-muted first:pl-4 last:pr-4',
        align === 'end' && 'text-right',
        className,
      )}
    >
      {children}
    </th>
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return (
    <tbody role="rowgroup" className="max-sm:block">
      {children}
    </tbody>
  );
}

/** A row. With a RowLink inside, all of it is the link's hit area. */
export function TableRow({ selected, className, ...rest }: ComponentProps<'tr'> & { selected?: boolean }) {
  return (
    <tr
      role="row"
      aria-selected={selected}
      {...rest}
      className={classNames(
        'group relative border-b border-line last:border-b-0 has-[a[data-row-link]]:hover:bg-hover',
        'max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-4 max-sm:py-3',
        selected && 'bg-accent-soft',
        className,
      )}
    />
  );
}

export type CellProps = Omit<ComponentProps<'td'>, 'align'> & {
  /** The main thing of the row; takes the first line of the card on a phone. */
  primary?: boolean;
  /** The column's name, shown before the value on a phone. */
  label?: string;
  align?: 'start' | 'end';
  /** Leave the cell out on a phone. */
  wideOnly?: boolean;
};

export function Cell({ primary, label, align = 'start', wideOnly, className, children, ...rest }: CellProps) {
  return (
    <td
      role="cell"
      {...rest}
      className={classNames(
        'h-10 px-3 py-1.5 align-middle text-muted first:pl-4 last:pr-4',
        'max-sm:inline-flex max-sm:h-auto max-sm:items-center max-sm:gap-1.5 max-sm:p-0! ',
        primary && 'text-base text-ink max-sm:w-full',
        align === 'end' && 'text-right',
        wideOnly && 'max-sm:hidden',
        className,
      )}
    >
      {label ? <span className="text-xs text-faint sm:hidden">{label}</span> : null}
      {children}
    </td>
  );
}

/** The link of a row; its hit area is the row. Other links in the row need `relative z-1`. */
export function RowLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      data-row-link=""
      className={classNames(
        'font-medium text-ink outline-none after:absolute after:inset-0 after:content-[""] focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus',
        className,
      )}
    />
  );
}
