import { endpoint } from '@/lib/http/endpoint';
import { markRead } from '@/lib/notifications/commands';
import { markReadSchema } from '@/lib/notifications/schema';
import { readInput } from '@/lib/people/input';

export const POST = endpoint(async ({ actor, body }) => {
  const read = readInput(markReadSchema, body);
  return { result: read.ok ? await markRead(actor, read.value.ids ?? 'all') : read };
});
