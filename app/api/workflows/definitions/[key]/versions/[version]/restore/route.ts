import { restoreVersion } from '@/lib/definitions/restoring';
import type { RestoreVersion } from '@/lib/definitions/version-schema';
import { endpoint } from '@/lib/http/endpoint';
import { entityTag, ifMatch } from '@/lib/http/revision';

type Params = { key: string; version: string };

export const POST = endpoint<Params>(async ({ actor, params: { key, version }, headers, body }) => {
  const revision = ifMatch(headers);
  if (!revision.ok) return { result: revision };
  const result = await restoreVersion(actor, key, Number(version), body as RestoreVersion, revision.value);
  return { result, ...(result.ok && { headers: { etag: entityTag(result.value.revision) } }) };
});
