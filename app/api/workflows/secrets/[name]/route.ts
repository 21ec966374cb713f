import { endpoint } from '@/lib/http/endpoint';
import { deleteSecret, putSecret } from '@/lib/secrets/commands';
import { getSecret } from '@/lib/secrets/queries';
import type { PutSecret } from '@/lib/secrets/schema';

type Params = { name: string };

export const GET = endpoint<Params>(async ({ actor, params }) => ({
  result: await getSecret(actor, params.name),
}));

export const PUT = endpoint<Params>(async ({ actor, params, body }) => ({
  result: await putSecret(actor, params.name, body as PutSecret),
}));

export const DELETE = endpoint<Params>(async ({ actor, params }) => ({
  result: await deleteSecret(actor, params.name),
}));
