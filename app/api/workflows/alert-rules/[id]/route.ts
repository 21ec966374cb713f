import { switchRule } from '@/lib/alerts/commands';
import { endpoint } from '@/lib/http/endpoint';

export const PATCH = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await switchRule(actor, params.id, body as { active: boolean }),
}));
