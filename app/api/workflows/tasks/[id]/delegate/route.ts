import { endpoint } from '@/lib/http/endpoint';
import { delegateTask } from '@/lib/tasks/hand-over';
import type { DelegateTask } from '@/lib/tasks/schema';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await delegateTask(actor, params.id, body as DelegateTask),
}));
