import { endpoint } from '@/lib/http/endpoint';
import { decodedParameter } from '@/lib/http/parameter';
import { putPerson } from '@/lib/people/commands';
import { getPerson } from '@/lib/people/queries';
import type { PutPerson } from '@/lib/people/schema';
import { watchTasksOf } from '@/lib/tasks/stranded';

type Params = { email: string };

export const GET = endpoint<Params>(async ({ actor, params }) => ({
  result: await getPerson(actor, decodedParameter(params.email)),
}));

export const PUT = endpoint<Params>(async ({ actor, params, body }) => {
  const result = await putPerson(actor, decodedParameter(params.email), body as PutPerson);
  if (result.ok) await watchTasksOf(actor);
  return { result };
});
