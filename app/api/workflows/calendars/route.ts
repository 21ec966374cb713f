import { listCalendars } from '@/lib/calendars/queries';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint(async ({ actor }) => ({ result: await listCalendars(actor) }));
