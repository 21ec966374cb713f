import { endpoint } from '@/lib/http/endpoint';
import { decodedParameter } from '@/lib/http/parameter';
import { replaceInTasks } from '@/lib/tasks/leaver';
import type { ReplacePerson } from '@/lib/tasks/schema';

export const POST = endpoint<{ email: string }>(async ({ actor, params, body }) => ({
  result: await replaceInTasks(actor, decodedParameter(params.email), body as ReplacePerson),
}));
