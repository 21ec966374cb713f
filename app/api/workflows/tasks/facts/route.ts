import { endpoint } from '@/lib/http/endpoint';
import { listFactLabels } from '@/lib/inbox/facts';

export const GET = endpoint(async ({ actor, query }) => ({ result: await listFactLabels(actor, query) }));
