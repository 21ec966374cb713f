import { endpoint } from '@/lib/http/endpoint';
import { createKey } from '@/lib/people/api-keys';
import { listKeys } from '@/lib/people/queries';
import type { CreateKey } from '@/lib/people/schema';

export const GET = endpoint(async ({ actor }) => ({ result: await listKeys(actor) }));

export const POST = endpoint(async ({ actor, body }) => ({
  result: await createKey(actor, body as CreateKey),
  status: 201,
}));
