import { addComment } from '@/lib/comments/commands';
import { listComments } from '@/lib/comments/queries';
import type { AddComment } from '@/lib/comments/schema';
import { endpoint } from '@/lib/http/endpoint';
import { done } from '@/lib/people/refusal';

export const GET = endpoint<{ id: string }>(async ({ actor, params }) => {
  const found = await listComments(actor, params.id);
  return { result: found.ok ? done({ items: found.value }) : found };
});

export const POST = endpoint<{ id: string }>(async ({ actor, params, body }) => ({
  result: await addComment(actor, params.id, body as AddComment),
  status: 201,
}));
