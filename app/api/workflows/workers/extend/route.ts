import { extendWork } from '@/lib/external-work/commands';
import type { ExtendWork } from '@/lib/external-work/schema';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint(async ({ actor, body }) => ({
  result: await extendWork(actor, body as ExtendWork),
}));
