import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { readable, readableValues } from '@/lib/instances/access';
import { readAccess } from '@/lib/instances/read-instance';
import type { Actor } from '@/lib/people/actor';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import type { CommentRow } from './schema';

/** The newest comments that a page shows. */
const shown = 500;

const comments = tenantStatement(
  'comments_of_instance',
  `SELECT * FROM (
    SELECT c.id, jsonb_build_object('id', c.author_id, 'name', c.author_name) AS author, c.text,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) ORDER BY p.name, p.id) FROM public.people p
        WHERE p.tenant_id = c.tenant_id AND p.id = ANY (c.mentions)), '[]') AS mentions,
      CASE WHEN f.id IS NOT NULL THEN jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size,
        'erased', f.erased_at IS NOT NULL) END AS file,
      public.instant_text(c.created_at) AS "createdAt"
    FROM public.comments c
    JOIN public.instances i ON i.tenant_id = c.tenant_id AND i.id = c.instance_id
    LEFT JOIN public.files f ON f.tenant_id = c.tenant_id AND f.id = c.file_id
    WHERE c.tenant_id = tenant.id AND c.instance_id = $2 AND ${readable(4)}
    ORDER BY c.id DESC LIMIT $3) AS newest
  ORDER BY newest.id`,
);

/** What was written about an instance that the actor may read, the oldest first. */
export async function listComments(actor: Actor, instanceId: string): Promise<Result<readonly CommentRow[]>> {
  if (!isUuid(instanceId) || !(await readAccess(actor, instanceId))) {
    return refuse('not_found', 'There is no such request, or you may not see it.');
  }
  const values = [instanceId, shown, ...readableValues(actor)];
  return done(await readTenant<CommentRow>(appPool(), actor.tenantId, comments, values));
}
