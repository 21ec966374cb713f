import { completeWork } from '@/lib/external-work/commands';
import type { CompleteWork } from '@/lib/external-work/schema';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint(async ({ actor, body }) => ({
  result: await completeWork(actor, body as CompleteWork),
}));
