import { endpoint } from '@/lib/http/endpoint';
import { skipActivity } from '@/lib/instances/commands';
import type { SkipActivity } from '@/lib/instances/schema';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await skipActivity(actor, params.id, body as SkipActivity),
}));
