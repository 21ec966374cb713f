import { putCalendar } from '@/lib/calendars/commands';
import { getCalendar } from '@/lib/calendars/queries';
import type { PutCalendar } from '@/lib/calendars/schema';
import { endpoint } from '@/lib/http/endpoint';
import { entityTag, ifMatch } from '@/lib/http/revision';

type Params = { key: string };

export const GET = endpoint<Params>(async ({ actor, params }) => {
  const result = await getCalendar(actor, params.key);
  return { result, ...(result.ok && { headers: { etag: entityTag(result.value.version) } }) };
});

export const PUT = endpoint<Params>(async ({ actor, params, body, headers }) => {
  const version = ifMatch(headers);
  if (!version.ok) return { result: version };
  const result = await putCalendar(actor, params.key, body as PutCalendar, version.value);
  if (!result.ok) return { result };
  const isNew = result.value.version === 1;
  return { result, status: isNew ? 201 : 200, headers: { etag: entityTag(result.value.version) } };
});
