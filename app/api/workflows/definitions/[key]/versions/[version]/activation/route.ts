import { activateVersion, takeBackActivation } from '@/lib/definitions/activation';
import type { ActivateVersion } from '@/lib/definitions/version-schema';
import { endpoint } from '@/lib/http/endpoint';

type Params = { key: string; version: string };

export const PUT = endpoint<Params>(async ({ actor, params: { key, version }, body }) => ({
  result: await activateVersion(actor, key, Number(version), body as ActivateVersion),
}));

export const DELETE = endpoint<Params>(async ({ actor, params: { key, version } }) => ({
  result: await takeBackActivation(actor, key, Number(version)),
}));
