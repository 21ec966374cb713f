import { endpoint } from '@/lib/http/endpoint';
import { runTimer } from '@/lib/instances/commands';
import type { RunTimer } from '@/lib/instances/repair-schema';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await runTimer(actor, params.id, body as RunTimer),
}));
