import { endpoint } from '@/lib/http/endpoint';
import { resumeInstance } from '@/lib/instances/commands';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await resumeInstance(actor, params.id, body as { reason: string }),
}));
