import { endpoint } from '@/lib/http/endpoint';
import { createSource } from '@/lib/webhooks/commands';
import { listSources } from '@/lib/webhooks/queries';
import type { CreateSource } from '@/lib/webhooks/schema';

export const GET = endpoint(async ({ actor }) => ({ result: await listSources(actor) }));

export const POST = endpoint(async ({ actor, body }) => ({
  result: await createSource(actor, body as CreateSource),
  status: 201,
}));
