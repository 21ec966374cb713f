import { recallAbsence } from '@/lib/absence/commands';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await recallAbsence(actor, params.id),
}));
