import { endpoint } from '@/lib/http/endpoint';
import { assignTask } from '@/lib/tasks/commands';
import type { AssignTask } from '@/lib/tasks/schema';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await assignTask(actor, params.id, body as AssignTask),
}));
