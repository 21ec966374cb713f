import { endpoint } from '@/lib/http/endpoint';
import { eraseData } from '@/lib/support/erasure';
import type { EraseData } from '@/lib/support/erasure-schema';

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await eraseData(actor, params.id, body as EraseData),
}));
