import { endpoint } from '@/lib/http/endpoint';
import { previewErasure } from '@/lib/support/erasure';
import type { Erasure } from '@/lib/support/erasure-schema';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await previewErasure(actor, params.id, body as Erasure),
}));
