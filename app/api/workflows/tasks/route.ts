import { endpoint } from '@/lib/http/endpoint';
import { pageQuerySchema } from '@/lib/http/page';
import { readInput } from '@/lib/people/input';
import { listTasks } from '@/lib/tasks/queries';
import { taskFiltersSchema } from '@/lib/inbox/schema';

export const GET = endpoint(async ({ actor, query }) => {
  const read = readInput(taskFiltersSchema.extend(pageQuerySchema.shape), query);
  if (!read.ok) return { result: read };
  const { cursor, limit, ...filters } = read.value;
  return { result: await listTasks(actor, filters, { cursor, limit }) };
});
