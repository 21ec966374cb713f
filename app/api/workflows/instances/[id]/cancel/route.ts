import { endpoint } from '@/lib/http/endpoint';
import { cancelInstance } from '@/lib/instances/commands';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await cancelInstance(actor, params.id, body as { reason: string }),
}));
