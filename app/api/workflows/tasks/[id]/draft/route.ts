import { endpoint } from '@/lib/http/endpoint';
import { saveDraft } from '@/lib/inbox/own-notes';
import type { TaskDraft } from '@/lib/inbox/schema';

export const PUT = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await saveDraft(actor, params.id, body as TaskDraft),
}));
