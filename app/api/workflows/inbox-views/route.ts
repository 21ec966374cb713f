import { endpoint } from '@/lib/http/endpoint';
import { listViews, saveView } from '@/lib/inbox/saved-views';
import type { SaveView } from '@/lib/inbox/schema';

export const GET = endpoint(async ({ actor }) => ({ result: await listViews(actor) }));

export const POST = endpoint(async ({ actor, body }) => ({
  result: await saveView(actor, body as SaveView),
  status: 201,
}));
