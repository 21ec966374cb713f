import { forTenant } from '@/lib/database/client';
import type { Actor } from '@/lib/people/actor';

/** The published processes by name, to which a deputy's part can be narrowed. Their names are no secret to anybody who works here. */
export async function listProcesses(
  actor: Actor,
): Promise<readonly { readonly key: string; readonly name: string }[]> {
  return forTenant(actor.tenantId).workflowDefinition.findMany({
    where: { activeVersion: { not: null } },
    select: { key: true, name: true },
    orderBy: [{ name: 'asc' }, { key: 'asc' }],
    take: 500,
  });
}
