import { importDefinition } from '@/lib/definitions/exchange';
import type { ImportRequest } from '@/lib/definitions/schema';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint(async ({ actor, body }) => ({
  result: await importDefinition(actor, body as ImportRequest),
}));
