import { endpoint } from '@/lib/http/endpoint';
import { listRoles } from '@/lib/people/queries';

export const GET = endpoint(async ({ actor }) => ({ result: await listRoles(actor) }));
