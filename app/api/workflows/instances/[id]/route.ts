import { endpoint } from '@/lib/http/endpoint';
import { entityTag } from '@/lib/http/revision';
import { getInstance } from '@/lib/instances/queries';

export const GET = endpoint<{ id: string }>(async ({ actor, params }) => {
  const result = await getInstance(actor, params.id);
  return { result, ...(result.ok && { headers: { etag: entityTag(result.value.version) } }) };
});
