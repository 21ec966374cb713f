import { endpoint } from '@/lib/http/endpoint';
import { cancelInstance } from '@/lib/instances/commands';
import type { CancelInstance } from '@/lib/instances/schema';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await cancelInstance(actor, params.id, body as CancelInstance),
}));
