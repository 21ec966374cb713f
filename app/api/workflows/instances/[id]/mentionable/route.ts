import { findMentionable } from '@/lib/comments/mentionable';
import type { Mentionable } from '@/lib/comments/schema';
import { endpoint } from '@/lib/http/endpoint';
import { done } from '@/lib/people/refusal';

export const GET = endpoint<{ id: string }>(async ({ actor, params, query }) => {
  const found = await findMentionable(actor, params.id, query as Mentionable);
  return { result: found.ok ? done({ items: found.value }) : found };
});
