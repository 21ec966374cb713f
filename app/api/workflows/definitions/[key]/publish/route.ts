import { publishDefinition } from '@/lib/definitions/commands';
import { endpoint } from '@/lib/http/endpoint';
import { ifMatch } from '@/lib/http/revision';

export const POST = endpoint<{ key: string }>(async ({ actor, params, headers }) => {
  const revision = ifMatch(headers);
  if (!revision.ok) return { result: revision };
  return { result: await publishDefinition(actor, params.key, revision.value ?? undefined) };
});
