import { endpoint } from '@/lib/http/endpoint';
import { putPerson } from '@/lib/people/commands';
import { getPerson } from '@/lib/people/queries';
import type { PutPerson } from '@/lib/people/schema';

type Params = { email: string };

export const GET = endpoint<Params>(async ({ actor, params }) => ({
  result: await getPerson(actor, decodeURIComponent(params.email)),
}));

export const PUT = endpoint<Params>(async ({ actor, params, body }) => ({
  result: await putPerson(actor, decodeURIComponent(params.email), body as PutPerson),
}));
