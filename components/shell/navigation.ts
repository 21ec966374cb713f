import {
  CalendarOff,
  House,
  Inbox,
  Layers,
  ListChecks,
  Settings2,
  SquarePlus,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import type { Permission } from '@/lib/people/permissions';

export type NavigationKey =
  'home' | 'inbox' | 'start' | 'requests' | 'absence' | 'instances' | 'definitions' | 'administration';

export type NavigationItem = {
  key: NavigationKey;
  href: string;
  icon: LucideIcon;
  /** Keys pressed one after the other. */
  shortcut: readonly [string, string];
  /** Shown only to those who hold it, or one of several. The page behind it authorizes for itself. */
  permission?: Permission | readonly Permission[];
  /** A group of its own below the others: work with everybody's instances. */
  section: 'work' | 'run';
  /** Has a place in the bottom bar of a phone. */
  inBar: boolean;
};

const items: readonly NavigationItem[] = [
  { key: 'home', href: '/', icon: House, shortcut: ['g', 'h'], section: 'work', inBar: true },
  { key: 'inbox', href: '/inbox', icon: Inbox, shortcut: ['g', 'i'], section: 'work', inBar: true },
  {
    key: 'start',
    href: '/start',
    icon: SquarePlus,
    shortcut: ['g', 's'],
    permission: 'instances.start',
    section: 'work',
    inBar: true,
  },
  {
    key: 'requests',
    href: '/requests',
    icon: ListChecks,
    shortcut: ['g', 'r'],
    section: 'work',
    inBar: true,
  },
  {
    key: 'absence',
    href: '/absence',
    icon: CalendarOff,
    shortcut: ['g', 'a'],
    section: 'work',
    inBar: false,
  },
  {
    key: 'instances',
    href: '/instances',
    icon: Layers,
    shortcut: ['g', 'n'],
    permission: 'instances.read_all',
    section: 'run',
    inBar: false,
  },
  {
    key: 'definitions',
    href: '/definitions',
    icon: Workflow,
    shortcut: ['g', 'd'],
    permission: 'definitions.read',
    section: 'run',
    inBar: false,
  },
  {
    key: 'administration',
    href: '/administration',
    icon: Settings2,
    shortcut: ['g', 'm'],
    permission: ['people.manage', 'integrations.manage'],
    section: 'run',
    inBar: false,
  },
];

/** The places that somebody with these permissions may go to. */
export function navigationFor(permissions: readonly Permission[]): readonly NavigationItem[] {
  return items.filter(
    ({ permission }) =>
      permission === undefined || [permission].flat().some((one) => permissions.includes(one)),
  );
}

/** Whether the present path belongs to the item. */
export function isCurrent(item: NavigationItem, path: string): boolean {
  return item.href === '/' ? path === '/' : path === item.href || path.startsWith(`${item.href}/`);
}
