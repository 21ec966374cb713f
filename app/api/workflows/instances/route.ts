import { endpoint } from '@/lib/http/endpoint';
import { pageQuerySchema } from '@/lib/http/page';
import { entityTag } from '@/lib/http/revision';
import { listInstances } from '@/lib/instances/queries';
import { instanceListSchema, type StartInstance } from '@/lib/instances/schema';
import { startInstance } from '@/lib/instances/start';
import { readInput } from '@/lib/people/input';
import { done } from '@/lib/people/refusal';

export const GET = endpoint(async ({ actor, query }) => {
  const read = readInput(instanceListSchema.extend(pageQuerySchema.shape), query);
  if (!read.ok) return { result: read };
  const { cursor, limit, ...filters } = read.value;
  return { result: await listInstances(actor, filters, { cursor, limit }) };
});

export const POST = endpoint(async ({ actor, body, headers }) => {
  const result = await startInstance(actor, body as StartInstance, headers.get('idempotency-key'));
  if (!result.ok) return { result };
  const { replayed, ...started } = result.value;
  return {
    result: done(started),
    status: replayed ? 200 : 201,
    headers: {
      location: `/api/workflows/instances/${started.id}`,
      etag: entityTag(started.version),
      ...(replayed && { 'idempotency-replayed': 'true' }),
    },
  };
});
