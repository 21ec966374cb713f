import { calculate } from '@/lib/calendars/queries';
import type { Calculate } from '@/lib/calendars/schema';
import { endpoint } from '@/lib/http/endpoint';

type Params = { key: string };

export const GET = endpoint<Params>(async ({ actor, params, query }) => ({
  result: await calculate(actor, params.key, query as Calculate),
}));
