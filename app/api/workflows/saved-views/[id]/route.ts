import { endpoint } from '@/lib/http/endpoint';
import { deleteView, putView } from '@/lib/saved-views/commands';
import type { PutView } from '@/lib/saved-views/schema';

export const PATCH = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await putView(actor, params.id, body as PutView),
}));

export const DELETE = endpoint<{ id: string }>(async ({ actor, params }) => {
  const result = await deleteView(actor, params.id);
  return result.ok ? new Response(null, { status: 204 }) : { result };
});
