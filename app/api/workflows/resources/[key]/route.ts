import { endpoint } from '@/lib/http/endpoint';
import { entityTag, ifMatch } from '@/lib/http/revision';
import { putResource } from '@/lib/resources/commands';
import { getResource } from '@/lib/resources/queries';
import type { PutResource } from '@/lib/resources/schema';

type Params = { key: string };

export const GET = endpoint<Params>(async ({ actor, params }) => {
  const result = await getResource(actor, params.key);
  return { result, ...(result.ok && { headers: { etag: entityTag(result.value.revision) } }) };
});

export const PUT = endpoint<Params>(async ({ actor, params, body, headers }) => {
  const revision = ifMatch(headers);
  if (!revision.ok) return { result: revision };
  const result = await putResource(actor, params.key, body as PutResource, revision.value);
  if (!result.ok) return { result };
  const status = result.value.revision === 1 ? 201 : 200;
  return { result, status, headers: { etag: entityTag(result.value.revision) } };
});
