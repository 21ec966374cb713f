import { retireDefinition } from '@/lib/definitions/retirement';
import type { Retire } from '@/lib/definitions/version-schema';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint<{ key: string }>(async ({ actor, params, body }) => ({
  result: await retireDefinition(actor, params.key, body as Retire),
}));
