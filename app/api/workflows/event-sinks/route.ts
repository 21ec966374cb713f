import { createSink } from '@/lib/event-sinks/commands';
import { listSinks } from '@/lib/event-sinks/queries';
import type { CreateSink } from '@/lib/event-sinks/schema';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint(async ({ actor }) => ({ result: await listSinks(actor) }));

export const POST = endpoint(async ({ actor, body }) => ({
  result: await createSink(actor, body as CreateSink),
  status: 201,
}));
