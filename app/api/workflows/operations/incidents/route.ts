import { endpoint } from '@/lib/http/endpoint';
import { listIncidentGroups } from '@/lib/support/incidents';
import type { IncidentFilters } from '@/lib/support/schema';

export const GET = endpoint(async ({ actor, query }) => ({
  result: await listIncidentGroups(actor, query as IncidentFilters),
}));
