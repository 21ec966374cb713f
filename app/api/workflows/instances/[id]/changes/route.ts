import { endpoint } from '@/lib/http/endpoint';
import { listDataChanges } from '@/lib/support/data-changes';

export const GET = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await listDataChanges(actor, params.id),
}));
