import { retireVersion } from '@/lib/definitions/retirement';
import type { Retire } from '@/lib/definitions/version-schema';
import { endpoint } from '@/lib/http/endpoint';

type Params = { key: string; version: string };

export const POST = endpoint<Params>(async ({ actor, params: { key, version }, body }) => ({
  result: await retireVersion(actor, key, Number(version), body as Retire),
}));
