import { endpoint } from '@/lib/http/endpoint';
import { done } from '@/lib/people/refusal';
import { countUnread, listNotifications } from '@/lib/notifications/queries';

export const GET = endpoint(async ({ actor }) => {
  const [found, unread] = await Promise.all([listNotifications(actor), countUnread(actor)]);
  return { result: found.ok ? done({ items: found.value, unread }) : found };
});
