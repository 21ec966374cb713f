import { endpoint } from '@/lib/http/endpoint';
import { putRole } from '@/lib/people/commands';
import { getRole } from '@/lib/people/queries';
import type { PutRole } from '@/lib/people/schema';

type Params = { key: string };

export const GET = endpoint<Params>(async ({ actor, params }) => ({
  result: await getRole(actor, params.key),
}));

export const PUT = endpoint<Params>(async ({ actor, params, body }) => ({
  result: await putRole(actor, params.key, body as PutRole),
}));
