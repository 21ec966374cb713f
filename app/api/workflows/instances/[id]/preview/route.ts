import { endpoint } from '@/lib/http/endpoint';
import { previewAction } from '@/lib/support/preview';
import type { PreviewAction } from '@/lib/support/schema';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await previewAction(actor, params.id, body as PreviewAction),
}));
