import { endpoint } from '@/lib/http/endpoint';
import { getTask } from '@/lib/tasks/queries';

export const GET = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await getTask(actor, params.id),
}));
