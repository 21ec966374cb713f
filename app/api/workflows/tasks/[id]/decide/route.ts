import { endpoint } from '@/lib/http/endpoint';
import { decideTask } from '@/lib/tasks/commands';
import type { DecideTask } from '@/lib/tasks/schema';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await decideTask(actor, params.id, body as DecideTask),
}));
