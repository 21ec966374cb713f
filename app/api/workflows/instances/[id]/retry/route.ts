import { endpoint } from '@/lib/http/endpoint';
import { retryInstance } from '@/lib/instances/commands';
import type { RetryInstance } from '@/lib/instances/schema';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await retryInstance(actor, params.id, body as RetryInstance),
}));
