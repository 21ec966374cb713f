import { endpoint } from '@/lib/http/endpoint';
import { listFactValues } from '@/lib/inbox/facts';

export const GET = endpoint(async ({ actor, query }) => ({
  result: await listFactValues(actor, query as Parameters<typeof listFactValues>[1]),
}));
