import { endpoint } from '@/lib/http/endpoint';
import { putRule } from '@/lib/rules/commands';
import { listRules } from '@/lib/rules/queries';
import type { PutRule } from '@/lib/rules/schema';

export const GET = endpoint(async ({ actor }) => ({ result: await listRules(actor) }));

export const POST = endpoint(async ({ actor, body }) => ({
  result: await putRule(actor, body as PutRule),
  status: 201,
}));
