import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { findVersion, onVersions } from './on-versions';
import { readDefinition } from './read-definitions';
import { type Retire, type Retired, retireSchema } from './version-schema';

/** Nothing starts by this version any more, for good; its instances go on. Not while it is active or put down to become so. */
export async function retireVersion(
  actor: Actor,
  key: string,
  version: number,
  input: Retire,
): Promise<Result<Retired>> {
  const lacking = lacks(actor, 'definitions.publish');
  if (lacking) return lacking;
  const read = readInput(retireSchema, input);
  if (!read.ok) return read;
  const found = await findVersion(actor, key, version);
  if (!found.ok) return found;
  const { stored, row } = found.value;
  const { reason } = read.value;
  const { tenantId, personId } = actor;
  const retired = await onVersions(
    actor,
    { action: 'version_retired', subject: key, data: { version, reason, liveInstances: row.liveInstances } },
    (
      tx,
    ) => tx.$executeRaw`SELECT public.retire_version(${tenantId}::uuid, ${stored.id}::uuid, ${version}::integer,
      ${personId}::uuid, ${reason})`,
  );
  if (retired.ok) return done({ key, version, liveInstances: row.liveInstances });
  if (retired.refusal === 'terminal') return refuse('terminal', `Version ${version} is retired already.`);
  if (retired.refusal !== 'not_allowed') return refuse('not_found', 'There is no such version.');
  return retired.detail['rule'] === 'active'
    ? refuse(
        'not_allowed',
        `Version ${version} is the active one. Make another version active first, or retire the whole process.`,
      )
    : refuse('not_allowed', `Version ${version} is to become active. Take that back first.`);
}

/**
 * Retires a definition: no version of it is active any more and what was put down to become so is taken back. Instances go on.
 * Making a version active, or publishing, takes it up again.
 */
export async function retireDefinition(actor: Actor, key: string, input: Retire): Promise<Result<Retired>> {
  const lacking = lacks(actor, 'definitions.publish');
  if (lacking) return lacking;
  const read = readInput(retireSchema, input);
  if (!read.ok) return read;
  const stored = await readDefinition(actor.tenantId, key);
  if (!stored) return refuse('not_found', 'There is no such definition.');
  const { reason } = read.value;
  const liveInstances = stored.versions.reduce((sum, version) => sum + version.liveInstances, 0);
  const { tenantId, personId } = actor;
  const retired = await onVersions(
    actor,
    { action: 'definition_retired', subject: key, data: { reason, liveInstances } },
    (tx) =>
      tx.$executeRaw`SELECT public.retire_definition(${tenantId}::uuid, ${stored.id}::uuid, ${personId}::uuid, ${reason})`,
  );
  if (retired.ok) return done({ key, version: null, liveInstances });
  if (retired.refusal === 'terminal') return refuse('terminal', `“${stored.name}” is retired already.`);
  return refuse('not_allowed', `Nothing of “${stored.name}” is published, so there is nothing to retire.`);
}
