import { endpoint } from '@/lib/http/endpoint';
import { sendCorrelatedSignal } from '@/lib/signals/commands';
import type { SendCorrelatedSignal } from '@/lib/signals/schema';

export const POST = endpoint(async ({ actor, body }) => ({
  result: await sendCorrelatedSignal(actor, body as SendCorrelatedSignal),
}));
