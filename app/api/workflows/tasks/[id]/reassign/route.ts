import { endpoint } from '@/lib/http/endpoint';
import { reassignTask } from '@/lib/tasks/hand-over';
import type { ReassignTask } from '@/lib/tasks/schema';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await reassignTask(actor, params.id, body as ReassignTask),
}));
