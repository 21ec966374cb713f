import { endpoint } from '@/lib/http/endpoint';
import { handBackTask } from '@/lib/tasks/hand-over';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await handBackTask(actor, params.id, body as { reason?: string | null }),
}));
