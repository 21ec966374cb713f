import { endpoint } from '@/lib/http/endpoint';
import { pauseInstance } from '@/lib/instances/commands';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await pauseInstance(actor, params.id, body as { reason: string }),
}));
