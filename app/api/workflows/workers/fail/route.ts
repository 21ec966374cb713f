import { failWork } from '@/lib/external-work/commands';
import type { FailWork } from '@/lib/external-work/schema';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint(async ({ actor, body }) => ({
  result: await failWork(actor, body as FailWork),
}));
