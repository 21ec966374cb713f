import { endpoint } from '@/lib/http/endpoint';
import { sendSignal } from '@/lib/signals/commands';
import type { SendSignal } from '@/lib/signals/schema';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await sendSignal(actor, params.id, body as SendSignal),
}));
