import { bePresent, leaveDraft } from '@/lib/definitions/presence';
import { endpoint } from '@/lib/http/endpoint';

type Params = { key: string };

export const PUT = endpoint<Params>(async ({ actor, params }) => ({
  result: await bePresent(actor, params.key),
}));

export const DELETE = endpoint<Params>(async ({ actor, params }) => ({
  result: await leaveDraft(actor, params.key),
}));
