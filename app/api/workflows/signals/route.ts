import { endpoint } from '@/lib/http/endpoint';
import { sendCorrelatedSignal } from '@/lib/signals/commands';
import { listKeptSignals } from '@/lib/signals/queries';
import type { KeptFilters, SendCorrelatedSignal } from '@/lib/signals/schema';

export const GET = endpoint(async ({ actor, query }) => ({
  result: await listKeptSignals(actor, query as KeptFilters),
}));

export const POST = endpoint(async ({ actor, body }) => ({
  result: await sendCorrelatedSignal(actor, body as SendCorrelatedSignal),
}));
