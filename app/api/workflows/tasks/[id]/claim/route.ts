import { endpoint } from '@/lib/http/endpoint';
import { claimTask } from '@/lib/tasks/commands';

export const POST = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await claimTask(actor, params.id),
}));
