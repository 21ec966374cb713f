import { endpoint } from '@/lib/http/endpoint';
import { entityTag } from '@/lib/http/revision';
import { reopenInstance } from '@/lib/instances/reopen';
import type { ReopenInstance } from '@/lib/instances/schema';
import { done } from '@/lib/people/refusal';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => {
  const result = await reopenInstance(actor, params.id, body as ReopenInstance);
  if (!result.ok) return { result };
  const { id, status, state, version, openTasks } = result.value;
  return {
    result: done({ id, status, state, version, openTasks }),
    status: 201,
    headers: { location: `/api/workflows/instances/${id}`, etag: entityTag(version) },
  };
});
