import { getVersion } from '@/lib/definitions/queries';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint<{ key: string; version: string }>(async ({ actor, params }) => ({
  result: await getVersion(actor, params.key, Number(params.version)),
}));
