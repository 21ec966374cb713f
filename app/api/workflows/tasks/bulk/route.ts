import { endpoint } from '@/lib/http/endpoint';
import { actOnTasks } from '@/lib/inbox/bulk';
import type { BulkOrder } from '@/lib/inbox/schema';

export const POST = endpoint(async ({ actor, body }) => ({
  result: await actOnTasks(actor, body as BulkOrder),
}));
