import { endpoint } from '@/lib/http/endpoint';
import { readMessages } from '@/lib/support/messages';

export const GET = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await readMessages(actor, params.id),
}));
