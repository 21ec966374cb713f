import { publishDefinition } from '@/lib/definitions/commands';
import type { Publish } from '@/lib/definitions/version-schema';
import { endpoint } from '@/lib/http/endpoint';
import { ifMatch } from '@/lib/http/revision';

export const POST = endpoint<{ key: string }>(async ({ actor, params, headers, body }) => {
  const revision = ifMatch(headers);
  if (!revision.ok) return { result: revision };
  return { result: await publishDefinition(actor, params.key, revision.value ?? undefined, body as Publish) };
});
