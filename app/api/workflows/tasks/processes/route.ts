import { endpoint } from '@/lib/http/endpoint';
import { listTaskProcesses } from '@/lib/inbox/facts';

export const GET = endpoint(async ({ actor, query }) => ({ result: await listTaskProcesses(actor, query) }));
