import { writeAudit } from '@/lib/audit/entry';
import { inTenant, type TenantTransaction } from '@/lib/database/client';
import type { Actor } from '@/lib/people/actor';
import { isBareKey, lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type FieldError, type Result, refuse, refuseFields } from '@/lib/people/refusal';
import { newId } from '@/lib/runtime/uuid';
import { findCycle } from './find-cycle';
import { getAbsence } from './queries';
import { type AbsenceRow, type CreateAbsence, createAbsenceSchema } from './schema';

/**
 * Enters an absence: in it, the deputy may decide on the person's behalf what both of them may. People enter their own, and an
 * administrator those of others. Refused when the deputy would in turn be stood in for by the person at the same time.
 */
export async function createAbsence(actor: Actor, input: CreateAbsence): Promise<Result<AbsenceRow>> {
  const read = readInput(createAbsenceSchema, input);
  if (!read.ok) return read;
  const { person, deputy, processes, mostAmount = null, note = null } = read.value;
  const own = !isBareKey(actor) && (person === undefined || person === actor.email.toLowerCase());
  const lacking = own ? null : lacks(actor, 'people.manage');
  if (lacking) return lacking;
  const address = own ? actor.email.toLowerCase() : person;
  if (address === undefined) return refuseFields([{ path: '/person', message: 'name who is away' }]);
  const startsAt = read.value.startsAt ? new Date(read.value.startsAt) : new Date();
  const endsAt = new Date(read.value.endsAt);
  const wrong = wrongTimes(startsAt, endsAt);
  if (wrong) return refuseFields([wrong]);

  const id = newId();
  const written = await inTenant(actor.tenantId, async (tx): Promise<Result<string>> => {
    // Two people who name each other at the same moment would not see each other otherwise.
    await tx.$queryRaw`SELECT true AS locked FROM pg_advisory_xact_lock(hashtextextended(${`absences ${actor.tenantId}`}, 0))`;
    const people = await activePeople(tx, [address, deputy]);
    const [away, acting] = [people.get(address), people.get(deputy)];
    const errors: FieldError[] = [
      ...(away
        ? []
        : [{ path: '/person', message: `there is no active person with the address ${address}` }]),
      ...(acting
        ? []
        : [{ path: '/deputy', message: `there is no active person with the address ${deputy}` }]),
      ...(away && away.id === acting?.id
        ? [{ path: '/deputy', message: 'somebody else has to be the deputy' }]
        : []),
      ...(await unknownProcesses(tx, processes)),
    ];
    if (errors.length > 0 || !away || !acting) return refuseFields(errors);
    const period = { startsAt, endsAt, processes: [...new Set(processes)] };
    const cycle = await findCycle(tx, actor.tenantId, away, acting, period);
    if (cycle) {
      return refuse('not_allowed', `${cycle.join(' → ')}: they would stand in for each other in a circle.`, {
        rule: 'cycle',
        chain: cycle,
      });
    }
    await tx.absence.create({
      data: {
        tenantId: actor.tenantId,
        id,
        personId: away.id,
        deputyId: acting.id,
        ...period,
        mostAmount,
        note,
        createdBy: actor.name,
      },
    });
    await writeAudit(tx, actor, {
      action: 'absence_created',
      subject: `absence:${id}`,
      data: {
        person: address,
        deputy,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        processes: period.processes,
        mostAmount,
      },
    });
    return { ok: true, value: id };
  });
  return written.ok ? getAbsence(actor, id) : written;
}

/** Ends an absence at once, or takes back one that has not begun: by who is away, or an administrator. */
export async function recallAbsence(actor: Actor, id: string): Promise<Result<AbsenceRow>> {
  const found = await getAbsence(actor, id);
  if (!found.ok) return found;
  const { person, state } = found.value;
  const lacking = person.id === actor.personId ? null : lacks(actor, 'people.manage');
  if (lacking) return lacking;
  if (state === 'recalled') return found;
  if (state === 'over') return refuse('terminal', 'This absence is over already.');
  await inTenant(actor.tenantId, async (tx) => {
    await tx.absence.updateMany({ where: { id, recalledAt: null }, data: { recalledAt: new Date() } });
    await writeAudit(tx, actor, { action: 'absence_recalled', subject: `absence:${id}` });
  });
  return getAbsence(actor, id);
}

function wrongTimes(startsAt: Date, endsAt: Date): FieldError | null {
  if (endsAt <= startsAt) return { path: '/endsAt', message: 'an absence must end after it begins' };
  if (endsAt.getTime() <= Date.now()) return { path: '/endsAt', message: 'this is in the past' };
  return null;
}

async function activePeople(tx: TenantTransaction, addresses: readonly string[]) {
  const people = await tx.person.findMany({
    where: { email: { in: [...addresses] }, active: true },
    select: { id: true, name: true, email: true },
  });
  return new Map(people.map((person) => [person.email, person]));
}

async function unknownProcesses(tx: TenantTransaction, keys: readonly string[]): Promise<FieldError[]> {
  if (keys.length === 0) return [];
  const known = await tx.workflowDefinition.findMany({
    where: { key: { in: [...keys] } },
    select: { key: true },
  });
  const names = new Set(known.map(({ key }) => key));
  return keys.flatMap((key, index) =>
    names.has(key) ? [] : [{ path: `/processes/${index}`, message: `there is no process ${key}` }],
  );
}
