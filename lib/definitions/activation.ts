import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { findVersion, onVersions } from './on-versions';
import { type Activated, type ActivateVersion, activateSchema } from './version-schema';

/**
 * Makes a published version the active one, now or from an instant on, in the place of what was put down for it before. A
 * definition that was retired is taken up again by it. What runs already stays on its version.
 */
export async function activateVersion(
  actor: Actor,
  key: string,
  version: number,
  input: ActivateVersion,
): Promise<Result<Activated>> {
  const lacking = lacks(actor, 'definitions.publish');
  if (lacking) return lacking;
  const read = readInput(activateSchema, input);
  if (!read.ok) return read;
  const found = await findVersion(actor, key, version);
  if (!found.ok) return found;
  const { stored } = found.value;
  const from = read.value.from ?? null;
  const isLater = from !== null && Date.parse(from) > Date.now();
  const { tenantId, personId } = actor;
  const made = await onVersions(
    actor,
    {
      action: 'version_activation_put',
      subject: key,
      data: { version, ...(isLater && { activeFrom: from }) },
    },
    (
      tx,
    ) => tx.$executeRaw`SELECT public.activate_version(${tenantId}::uuid, ${stored.id}::uuid, ${version}::integer,
      ${from}::timestamptz, ${personId}::uuid)`,
  );
  if (made.ok) return done({ key, version, active: !isLater, activeFrom: isLater ? from : null });
  if (made.refusal !== 'terminal') return noVersion;
  return refuse(
    'terminal',
    `Version ${version} is retired: nothing starts by it any more. Make it the draft and publish it anew.`,
  );
}

/** Takes back that a version is to become active. */
export async function takeBackActivation(
  actor: Actor,
  key: string,
  version: number,
): Promise<Result<Activated>> {
  const lacking = lacks(actor, 'definitions.publish');
  if (lacking) return lacking;
  const found = await findVersion(actor, key, version);
  if (!found.ok) return found;
  const { stored, row } = found.value;
  const taken = await onVersions(
    actor,
    {
      action: 'version_activation_taken_back',
      subject: key,
      data: { version, activeFrom: row.scheduledFor },
    },
    (tx) =>
      tx.$executeRaw`SELECT public.take_back_activation(${actor.tenantId}::uuid, ${stored.id}::uuid, ${version}::integer)`,
  );
  if (taken.ok) return done({ key, version, active: row.active, activeFrom: null });
  return refuse('not_found', `Nothing is put down for version ${version}, or its instant has come.`);
}

const noVersion = refuse('not_found', 'There is no such version of a definition.');
