import { endpoint } from '@/lib/http/endpoint';
import { done } from '@/lib/people/refusal';
import { countTasks } from '@/lib/tasks/queries';

export const GET = endpoint(async ({ actor }) => ({ result: done(await countTasks(actor)) }));
