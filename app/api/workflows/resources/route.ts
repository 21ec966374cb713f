import { endpoint } from '@/lib/http/endpoint';
import { listResources } from '@/lib/resources/queries';

export const GET = endpoint(async ({ actor }) => ({ result: await listResources(actor) }));
