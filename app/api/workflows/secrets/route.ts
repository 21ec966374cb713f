import { endpoint } from '@/lib/http/endpoint';
import { listSecrets } from '@/lib/secrets/queries';

export const GET = endpoint(async ({ actor }) => ({ result: await listSecrets(actor) }));
