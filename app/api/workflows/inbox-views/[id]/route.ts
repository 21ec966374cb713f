import { endpoint } from '@/lib/http/endpoint';
import { changeView, deleteView } from '@/lib/inbox/saved-views';
import type { ChangeView } from '@/lib/inbox/schema';

export const PATCH = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await changeView(actor, params.id, body as ChangeView),
}));

export const DELETE = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await deleteView(actor, params.id),
}));
