import { endpoint } from '@/lib/http/endpoint';
import { listAvailability } from '@/lib/support/preview';

export const GET = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await listAvailability(actor, params.id),
}));
