import { changeDeadline } from '@/lib/deadlines/commands';
import { listDeadlines } from '@/lib/deadlines/queries';
import type { ChangeDeadline } from '@/lib/deadlines/schema';
import { endpoint } from '@/lib/http/endpoint';

type Params = { id: string };

export const GET = endpoint<Params>(async ({ actor, params }) => ({
  result: await listDeadlines(actor, params.id),
}));

export const POST = endpoint<Params>(async ({ actor, params, body }) => ({
  result: await changeDeadline(actor, params.id, body as ChangeDeadline),
}));
