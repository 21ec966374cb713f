import { listAudit } from '@/lib/audit/queries';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint(async ({ actor, query }) => ({ result: await listAudit(actor, query) }));
