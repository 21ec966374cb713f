import { listItems } from '@/lib/bulk-jobs/queries';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint<{ id: string }>(async ({ actor, params, query }) => ({
  result: await listItems(actor, params.id, query),
}));
