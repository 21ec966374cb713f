import { fetchWork } from '@/lib/external-work/commands';
import type { FetchWork } from '@/lib/external-work/schema';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint(async ({ actor, body, signal }) => ({
  result: await fetchWork(actor, body as FetchWork, signal),
}));
