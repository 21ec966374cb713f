import { getJob } from '@/lib/bulk-jobs/queries';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await getJob(actor, params.id),
}));
