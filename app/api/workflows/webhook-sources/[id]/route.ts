import { endpoint } from '@/lib/http/endpoint';
import { putSource } from '@/lib/webhooks/commands';
import { getSource } from '@/lib/webhooks/queries';
import type { PutSource } from '@/lib/webhooks/schema';

type Params = { id: string };

export const GET = endpoint<Params>(async ({ actor, params }) => ({
  result: await getSource(actor, params.id),
}));

export const PUT = endpoint<Params>(async ({ actor, params, body }) => ({
  result: await putSource(actor, params.id, body as PutSource),
}));
