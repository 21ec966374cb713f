import { putSink } from '@/lib/event-sinks/commands';
import { getSink } from '@/lib/event-sinks/queries';
import type { PutSink } from '@/lib/event-sinks/schema';
import { endpoint } from '@/lib/http/endpoint';

type Params = { id: string };

export const GET = endpoint<Params>(async ({ actor, params }) => ({
  result: await getSink(actor, params.id),
}));

export const PUT = endpoint<Params>(async ({ actor, params, body }) => ({
  result: await putSink(actor, params.id, body as PutSink),
}));
