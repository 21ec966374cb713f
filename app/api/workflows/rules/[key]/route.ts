import { endpoint } from '@/lib/http/endpoint';
import { getRule } from '@/lib/rules/queries';

type Params = { key: string };

export const GET = endpoint<Params>(async ({ actor, params }) => ({
  result: await getRule(actor, params.key),
}));
