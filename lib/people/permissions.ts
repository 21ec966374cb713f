/** What a role may allow. A role is a tenant's own row; these words are the product's. */
export const permissions = [
  'definitions.read',
  'definitions.edit',
  'definitions.publish',
  'instances.start',
  'instances.read_all',
  'instances.repair',
  'instances.erase',
  'signals.send',
  'people.manage',
  'metrics.read',
  'external.work',
  'integrations.manage',
  'act_as_others',
] as const;
export type Permission = (typeof permissions)[number];

/** Whether the actor holds the permission. Pure; the roles behind it were read when the actor was made. */
export function holds(
  actor: { readonly permissions: readonly Permission[] },
  permission: Permission,
): boolean {
  return actor.permissions.includes(permission);
}
