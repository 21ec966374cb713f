import { decidedForMe } from '@/lib/absence/queries';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint(async ({ actor }) => ({ result: await decidedForMe(actor) }));
