import { endpoint } from '@/lib/http/endpoint';
import { verifyInstance } from '@/lib/instances/queries';

export const GET = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await verifyInstance(actor, params.id),
}));
