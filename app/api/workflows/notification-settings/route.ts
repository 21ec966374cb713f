import { endpoint } from '@/lib/http/endpoint';
import { saveSettings } from '@/lib/notifications/commands';
import { readSettings } from '@/lib/notifications/queries';
import { settingsSchema } from '@/lib/notifications/schema';
import { readInput } from '@/lib/people/input';
import { done } from '@/lib/people/refusal';

export const GET = endpoint(async ({ actor }) => ({ result: done(await readSettings(actor)) }));

export const PUT = endpoint(async ({ actor, body }) => {
  const read = readInput(settingsSchema, body);
  return { result: read.ok ? await saveSettings(actor, read.value) : read };
});
