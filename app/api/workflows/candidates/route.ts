import { whoWouldDecide } from '@/lib/design/queries';
import type { WhoRequest } from '@/lib/design/schema';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint(async ({ actor, body }) => ({
  result: await whoWouldDecide(actor, body as WhoRequest),
}));
