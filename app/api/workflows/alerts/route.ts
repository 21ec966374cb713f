import { listAlerts } from '@/lib/alerts/queries';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint(async ({ actor }) => ({ result: await listAlerts(actor) }));
