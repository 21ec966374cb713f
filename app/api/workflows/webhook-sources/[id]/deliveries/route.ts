import { endpoint } from '@/lib/http/endpoint';
import { listReceived } from '@/lib/webhooks/queries';
import type { ReceivedFilters } from '@/lib/webhooks/schema';

export const GET = endpoint<{ id: string }>(async ({ actor, params, query }) => ({
  result: await listReceived(actor, params.id, query as ReceivedFilters),
}));
