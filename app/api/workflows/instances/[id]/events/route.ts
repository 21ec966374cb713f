import { endpoint } from '@/lib/http/endpoint';
import { eventsQuerySchema } from '@/lib/instances/history';
import { listEvents } from '@/lib/instances/queries';
import { readInput } from '@/lib/people/input';

export const GET = endpoint<{ id: string }>(async ({ actor, params, query }) => {
  const read = readInput(eventsQuerySchema, query);
  return { result: read.ok ? await listEvents(actor, params.id, read.value) : read };
});
