import { writeAudit } from '@/lib/audit/entry';
import { inTenant } from '@/lib/database/client';
import { appPool } from '@/lib/database/pool';
import { stepName } from '@/lib/instances/names';
import type { Actor } from '@/lib/people/actor';
import { isBareKey, lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { loadDefinition } from '@/lib/runtime/snapshot';
import { type IncidentTiles, readGroups, readTiles, type StoredGroup } from './read-incidents';
import {
  type IncidentFilters,
  incidentFiltersSchema,
  type IncidentGroup,
  type PutIncidentGroup,
  putIncidentGroupSchema,
} from './schema';

/** As many have to go on after the last incident of a cause before it is said to be likely fixed. */
const enoughRecovered = 3;

/** Open incidents grouped by cause, across all processes, and what one looks at first. */
export async function listIncidentGroups(
  actor: Actor,
  filters: IncidentFilters = {},
): Promise<Result<{ readonly tiles: IncidentTiles; readonly groups: readonly IncidentGroup[] }>> {
  const lacking = lacks(actor, 'instances.read_all');
  if (lacking) return lacking;
  const read = readInput(incidentFiltersSchema, filters);
  if (!read.ok) return read;
  const { definition, step, version, owner, snoozed } = read.value;
  const [tiles, groups] = await Promise.all([
    readTiles(actor.tenantId),
    readGroups(actor.tenantId, {
      definition,
      step,
      version,
      withSnoozed: snoozed === 'with',
      ownedByNobody: owner === 'nobody',
      ownerId: owner === 'me' ? actor.personId : undefined,
    }),
  ]);
  return done({ tiles, groups: await Promise.all(groups.map((group) => named(actor, group))) });
}

/** Says who looks after a cause, what is known of it, or that it is not to be shown until an instant. */
export async function putIncidentGroup(
  actor: Actor,
  id: string,
  change: PutIncidentGroup,
): Promise<Result<IncidentGroup>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  if (isBareKey(actor)) return refuse('forbidden', 'An owner is a person: let the key act as one.');
  const read = readInput(putIncidentGroupSchema, change);
  if (!read.ok) return read;
  const found = isUuid(id) ? await oneGroup(actor, id) : null;
  if (!found) return refuse('not_found', 'No open incident has this cause.');
  const { owner, note, snoozedUntil } = read.value;
  const data = {
    ...(owner === undefined ? {} : { ownerId: owner === 'me' ? actor.personId : null }),
    ...(note === undefined ? {} : { note: note === '' ? null : note }),
    ...(snoozedUntil === undefined
      ? {}
      : { snoozedUntil: snoozedUntil === null ? null : new Date(snoozedUntil) }),
    updatedAt: new Date(),
    updatedBy: actor.personId,
  };
  await inTenant(actor.tenantId, async (tx) => {
    await tx.incidentGroup.upsert({
      where: { tenantId_causeId: { tenantId: actor.tenantId, causeId: id } },
      create: { tenantId: actor.tenantId, causeId: id, ...data },
      update: data,
    });
    await writeAudit(tx, actor, {
      action: 'incident_group_put',
      subject: `incident_group:${id}`,
      data: read.value,
    });
  });
  return done((await oneGroup(actor, id)) ?? found);
}

async function oneGroup(actor: Actor, id: string): Promise<IncidentGroup | null> {
  const [group] = await readGroups(actor.tenantId, { id, withSnoozed: true, ownedByNobody: false });
  return group ? named(actor, group) : null;
}

async function named(actor: Actor, { versionId, ...group }: StoredGroup): Promise<IncidentGroup> {
  const { content } = await loadDefinition(appPool(), actor.tenantId, versionId);
  return {
    ...group,
    definitionName: content.name,
    stepName: group.step === null ? null : stepName(content, group.step),
    likelyFixed: group.recovered >= enoughRecovered,
  };
}
