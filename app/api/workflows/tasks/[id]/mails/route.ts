import { endpoint } from '@/lib/http/endpoint';
import { mailDeliveries } from '@/lib/notifications/queries';
import { done } from '@/lib/people/refusal';

export const GET = endpoint<{ id: string }>(async ({ actor, params }) => {
  const found = await mailDeliveries(actor, params.id);
  return { result: found.ok ? done({ items: found.value }) : found };
});
