import { endpoint } from '@/lib/http/endpoint';
import { getRetention, putRetention, type Retention } from '@/lib/retention/rules';

type Params = { key: string };

export const GET = endpoint<Params>(async ({ actor, params }) => ({
  result: await getRetention(actor, params.key),
}));

export const PUT = endpoint<Params>(async ({ actor, params, body }) => ({
  result: await putRetention(actor, params.key, body as Retention),
}));
