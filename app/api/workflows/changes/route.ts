import { changeStream } from '@/lib/instances/change-stream';
import { endpoint } from '@/lib/http/endpoint';

export const dynamic = 'force-dynamic';

export const GET = endpoint(async ({ actor, signal }) => changeStream(actor.tenantId, signal));
