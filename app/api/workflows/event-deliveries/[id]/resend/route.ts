import { resendDelivery } from '@/lib/event-sinks/commands';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await resendDelivery(actor, params.id),
}));
