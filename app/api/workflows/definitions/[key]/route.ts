import { saveDraft } from '@/lib/definitions/commands';
import { getDefinition } from '@/lib/definitions/queries';
import type { SaveDraft } from '@/lib/definitions/schema';
import { endpoint } from '@/lib/http/endpoint';
import { entityTag, ifMatch } from '@/lib/http/revision';

type Params = { key: string };

export const GET = endpoint<Params>(async ({ actor, params }) => {
  const result = await getDefinition(actor, params.key);
  return { result, ...(result.ok && { headers: { etag: entityTag(result.value.revision) } }) };
});

export const PUT = endpoint<Params>(async ({ actor, params, body, headers }) => {
  const revision = ifMatch(headers);
  if (!revision.ok) return { result: revision };
  const result = await saveDraft(actor, params.key, body as SaveDraft, revision.value);
  if (!result.ok) return { result };
  return {
    result,
    status: result.value.created ? 201 : 200,
    headers: { etag: entityTag(result.value.revision) },
  };
});
