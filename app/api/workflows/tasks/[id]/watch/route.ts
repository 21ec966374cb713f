import { endpoint } from '@/lib/http/endpoint';
import { stopWatching, watch } from '@/lib/watchers/commands';
import { getWatching } from '@/lib/watchers/queries';

type Place = { id: string };

export const GET = endpoint<Place>(async ({ actor, params: { id } }) => ({
  result: await getWatching(actor, { kind: 'task', id }),
}));

export const PUT = endpoint<Place>(async ({ actor, params: { id } }) => ({
  result: await watch(actor, { kind: 'task', id }),
}));

export const DELETE = endpoint<Place>(async ({ actor, params: { id } }) => ({
  result: await stopWatching(actor, { kind: 'task', id }),
}));
