import { endpoint } from '@/lib/http/endpoint';
import { readInput } from '@/lib/people/input';
import { releaseTask } from '@/lib/tasks/commands';
import { releaseSchema } from '@/lib/tasks/schema';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => {
  const read = readInput(releaseSchema, body);
  return { result: read.ok ? await releaseTask(actor, params.id, read.value.reason ?? null) : read };
});
