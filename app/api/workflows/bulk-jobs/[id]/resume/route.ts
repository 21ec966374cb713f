import { resumeJob } from '@/lib/bulk-jobs/commands';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await resumeJob(actor, params.id),
}));
