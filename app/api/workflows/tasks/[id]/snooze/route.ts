import { endpoint } from '@/lib/http/endpoint';
import { snoozeTask } from '@/lib/inbox/own-notes';

export const PUT = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await snoozeTask(actor, params.id, (body as { until: string | null }).until),
}));
