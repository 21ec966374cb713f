import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { readable, readableValues } from '@/lib/instances/access';
import type { Actor } from '@/lib/people/actor';
import { isUuid } from '@/lib/people/text';

const titles = tenantStatement(
  'task_titles',
  `SELECT t.id, t.title, i.subject_id AS subject, i.id AS "instanceId"
   FROM public.tasks t JOIN public.instances i ON i.tenant_id = t.tenant_id AND i.id = t.instance_id
   WHERE t.tenant_id = tenant.id AND t.id = ANY ($2::uuid[]) AND ${readable(3)}`,
);

type Title = { readonly title: string; readonly subject: string; readonly instanceId: string };

/** What tasks are called, as far as the actor may read them. */
export async function readTitles(actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, Title>> {
  const rows = await readTenant<Title & { id: string }>(appPool(), actor.tenantId, titles, [
    ids.filter(isUuid),
    ...readableValues(actor),
  ]);
  return new Map(rows.map(({ id, ...title }) => [id, title]));
}
