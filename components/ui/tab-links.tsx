import Link from 'next/link';
import { TabCount, tabClass, tabListClass } from './tab-styles';

/** Tabs that are links: each view has an address, so it can be shared and gone back to. */
export function TabLinks({
  label,
  items,
}: {
  label: string;
  items: readonly { href: string; label: string; count?: number | string; current: boolean }[];
}) {
  return (
    <nav aria-label={label} className={tabListClass}>
      {items.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          aria-current={item.current ? 'page' : undefined}
          className={tabClass}
        >
          {item.label}
          {item.count === undefined ? null : <TabCount count={item.count} />}
        </Link>
      ))}
    </nav>
  );
}
