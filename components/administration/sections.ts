import type { Permission } from '@/lib/people/permissions';

/** The pages of the administration, in the order of its navigation; their names stand in `administration.sections`. */
export const sections = [
  { key: 'people', href: '/administration/people', permission: 'people.manage' },
  { key: 'roles', href: '/administration/roles', permission: 'people.manage' },
  { key: 'absences', href: '/administration/absences', permission: 'people.manage' },
  { key: 'calendars', href: '/administration/calendars', permission: 'people.manage' },
  { key: 'rules', href: '/administration/rules', permission: 'people.manage' },
  { key: 'keys', href: '/administration/keys', permission: 'people.manage' },
  { key: 'eventSinks', href: '/administration/event-sinks', permission: 'integrations.manage' },
  { key: 'webhooks', href: '/administration/webhooks', permission: 'integrations.manage' },
  { key: 'secrets', href: '/administration/secrets', permission: 'integrations.manage' },
  { key: 'resources', href: '/administration/resources', permission: 'integrations.manage' },
  { key: 'audit', href: '/administration/audit', permission: 'people.manage' },
] as const satisfies readonly {
  readonly key: string;
  readonly href: string;
  readonly permission: Permission;
}[];

/** The pages for somebody with these permissions. */
export function sectionsFor(permissions: readonly Permission[]) {
  return sections.filter(({ permission }) => permissions.includes(permission));
}
