import { resendToSink } from '@/lib/event-sinks/commands';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await resendToSink(actor, params.id),
}));
