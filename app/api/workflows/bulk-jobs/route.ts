import { prepareJob } from '@/lib/bulk-jobs/commands';
import { listJobs } from '@/lib/bulk-jobs/queries';
import type { PrepareJob } from '@/lib/bulk-jobs/schema';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint(async ({ actor, query }) => ({ result: await listJobs(actor, query) }));

export const POST = endpoint(async ({ actor, body }) => ({
  result: await prepareJob(actor, body as PrepareJob),
  status: 201,
}));
