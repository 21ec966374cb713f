import { lintDraft } from '@/lib/definitions/commands';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint<{ key: string }>(async ({ actor, params }) => ({
  result: await lintDraft(actor, params.key),
}));
