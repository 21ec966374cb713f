import { createRule } from '@/lib/alerts/commands';
import { listRules } from '@/lib/alerts/queries';
import type { NewAlertRule } from '@/lib/alerts/schema';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint(async ({ actor }) => ({ result: await listRules(actor) }));

export const POST = endpoint(async ({ actor, body }) => ({
  result: await createRule(actor, body as NewAlertRule),
  status: 201,
}));
