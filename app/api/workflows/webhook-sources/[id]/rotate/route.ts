import { endpoint } from '@/lib/http/endpoint';
import { rotateSourceKey } from '@/lib/webhooks/commands';

export const POST = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await rotateSourceKey(actor, params.id),
}));
