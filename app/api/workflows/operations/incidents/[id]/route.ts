import { endpoint } from '@/lib/http/endpoint';
import { putIncidentGroup } from '@/lib/support/incidents';
import type { PutIncidentGroup } from '@/lib/support/schema';

export const PATCH = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await putIncidentGroup(actor, params.id, body as PutIncidentGroup),
}));
