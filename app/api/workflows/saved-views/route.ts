import { z } from 'zod';
import { endpoint } from '@/lib/http/endpoint';
import { readInput } from '@/lib/people/input';
import { done } from '@/lib/people/refusal';
import { saveView } from '@/lib/saved-views/commands';
import { listViews } from '@/lib/saved-views/queries';
import { addressPlaceSchema, type SaveView } from '@/lib/saved-views/schema';

export const GET = endpoint(async ({ actor, query }) => {
  const read = readInput(z.object({ place: addressPlaceSchema }), query);
  return { result: read.ok ? done(await listViews(actor, read.value.place)) : read };
});

export const POST = endpoint(async ({ actor, body }) => ({
  result: await saveView(actor, body as SaveView),
  status: 201,
}));
