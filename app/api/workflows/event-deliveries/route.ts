import { listDeliveries } from '@/lib/event-sinks/queries';
import type { DeliveryFilters } from '@/lib/event-sinks/schema';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint(async ({ actor, query }) => ({
  result: await listDeliveries(actor, query as DeliveryFilters),
}));
