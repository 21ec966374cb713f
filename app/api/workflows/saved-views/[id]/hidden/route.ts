import { endpoint } from '@/lib/http/endpoint';
import { hideView } from '@/lib/saved-views/commands';

export const PUT = endpoint<{ id: string }>(async ({ actor, params: { id } }) => ({
  result: await hideView(actor, id, true),
}));

export const DELETE = endpoint<{ id: string }>(async ({ actor, params: { id } }) => ({
  result: await hideView(actor, id, false),
}));
