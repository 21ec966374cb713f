import { endpoint } from '@/lib/http/endpoint';
import { moveInstance } from '@/lib/instances/commands';
import type { MoveInstance } from '@/lib/instances/repair-schema';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await moveInstance(actor, params.id, body as MoveInstance),
}));
