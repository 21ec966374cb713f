import { endpoint } from '@/lib/http/endpoint';
import { editContext } from '@/lib/instances/commands';
import type { EditContext } from '@/lib/instances/repair-schema';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await editContext(actor, params.id, body as EditContext),
}));
