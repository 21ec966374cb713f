import { listCalendarVersions } from '@/lib/calendars/queries';
import { endpoint } from '@/lib/http/endpoint';

type Params = { key: string };

export const GET = endpoint<Params>(async ({ actor, params }) => ({
  result: await listCalendarVersions(actor, params.key),
}));
