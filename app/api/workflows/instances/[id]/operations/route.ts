import { endpoint } from '@/lib/http/endpoint';
import { readOperations } from '@/lib/support/operations';

export const GET = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await readOperations(actor, params.id),
}));
