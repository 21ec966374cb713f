import { endpoint } from '@/lib/http/endpoint';
import { revokeKey } from '@/lib/people/api-keys';

export const POST = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await revokeKey(actor, params.id),
}));
