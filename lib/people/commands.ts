import { writeAudit } from '@/lib/audit/entry';
import { inTenant, type TenantTransaction } from '@/lib/database/client';
import { keySchema } from '@/lib/engine/definition/primitives';
import { newId } from '@/lib/runtime/uuid';
import type { Actor } from './actor';
import { lacks } from './authorize';
import { readInput } from './input';
import { hashPassword } from './password';
import { getPerson, getRole } from './queries';
import { changePeople } from './last-administrator';
import { type Result, done, refuseFields } from './refusal';
import {
  emailSchema,
  type PersonRow,
  type PutPerson,
  type PutRole,
  putPersonSchema,
  putRoleSchema,
  type RoleRow,
} from './schema';

/**
 * Makes the person with this address, or changes them: what is left out stays as it is. A new password and deactivating
 * end every session of theirs. The last active administrator stays one.
 */
export async function putPerson(actor: Actor, email: string, input: PutPerson): Promise<Result<PersonRow>> {
  const lacking = lacks(actor, 'people.manage');
  if (lacking) return lacking;
  const address = readInput(emailSchema, email);
  if (!address.ok) return address;
  const read = readInput(putPersonSchema, input);
  if (!read.ok) return read;
  const person = read.value;
  const passwordHash = person.password === undefined ? undefined : await hashPassword(person.password);

  const written = await trying(() =>
    changePeople(actor.tenantId, async (tx): Promise<Result<string>> => {
      const unknown = await unknownRoles(tx, person.roles ?? []);
      if (unknown.length > 0) return refuseFields(unknown);
      const manager = await managerOf(tx, person.manager);
      if (manager === undefined) {
        return refuseFields([{ path: '/manager', message: `there is no active person ${person.manager}` }]);
      }
      const known = await tx.person.findFirst({
        where: { tenantId: actor.tenantId, email: address.value },
        orderBy: [{ active: 'desc' }, { id: 'desc' }],
      });
      const fields = {
        name: person.name,
        ...(person.locale !== undefined && { locale: person.locale }),
        ...(person.timeZone !== undefined && { timeZone: person.timeZone }),
        ...(person.active !== undefined && { active: person.active }),
        ...(passwordHash !== undefined && { passwordHash }),
        ...(person.manager !== undefined && { managerId: manager }),
      };
      const id = known?.id ?? newId();
      if (manager === id) return refuseFields([{ path: '/manager', message: 'nobody leads themselves' }]);
      const place = { tenantId_id: { tenantId: actor.tenantId, id } };
      if (known) {
        const endsSessions = passwordHash !== undefined || (known.active && person.active === false);
        await tx.person.update({
          where: place,
          data: { ...fields, ...(endsSessions && { sessionVersion: { increment: 1 } }) },
        });
      } else {
        await tx.person.create({ data: { tenantId: actor.tenantId, id, email: address.value, ...fields } });
      }
      if (person.roles) await setRoles(tx, actor.tenantId, id, person.roles);
      await writeAudit(tx, actor, {
        action: 'person_put',
        subject: `person:${id}`,
        data: {
          email: address.value,
          name: person.name,
          ...(person.roles && { roles: person.roles }),
          ...(person.active !== undefined && { active: person.active }),
          ...(person.manager !== undefined && { manager: person.manager }),
          ...(passwordHash !== undefined && { passwordChanged: true }),
        },
      });
      return { ok: true, value: id };
    }),
  );
  return written.ok ? getPerson(actor, address.value) : written;
}

/** Makes a person with an address that nobody active has. */
export async function addPerson(actor: Actor, email: string, input: PutPerson): Promise<Result<PersonRow>> {
  const known = await getPerson(actor, email);
  if (known.ok && known.value.active) {
    return refuseFields([{ path: '/email', message: `${known.value.name} has this address already` }]);
  }
  if (!known.ok && known.refusal.code === 'forbidden') return known;
  return putPerson(actor, email, input);
}

/** Makes the role with this key, or sets its name and permissions; it does not leave the tenant without an administrator. */
export async function putRole(actor: Actor, key: string, input: PutRole): Promise<Result<RoleRow>> {
  const lacking = lacks(actor, 'people.manage');
  if (lacking) return lacking;
  const readKey = readInput(keySchema, key);
  if (!readKey.ok) return readKey;
  const read = readInput(putRoleSchema, input);
  if (!read.ok) return read;
  const fields = { name: read.value.name, permissions: [...new Set(read.value.permissions)] };
  const place = { tenantId: actor.tenantId, key: readKey.value };
  const written = await trying(() =>
    changePeople(actor.tenantId, async (tx) => {
      await tx.role.upsert({
        where: { tenantId_key: place },
        create: { ...place, ...fields },
        update: fields,
      });
      await writeAudit(tx, actor, { action: 'role_put', subject: `role:${place.key}`, data: fields });
      return done(null);
    }),
  );
  return written.ok ? getRole(actor, place.key) : written;
}

/** Ends every session of the person; they can sign in again. */
export async function revokeSessions(actor: Actor, email: string): Promise<Result<PersonRow>> {
  const lacking = lacks(actor, 'people.manage');
  if (lacking) return lacking;
  const found = await getPerson(actor, email);
  if (!found.ok) return found;
  await inTenant(actor.tenantId, async (tx) => {
    await tx.person.update({
      where: { tenantId_id: { tenantId: actor.tenantId, id: found.value.id } },
      data: { sessionVersion: { increment: 1 } },
    });
    await writeAudit(tx, actor, { action: 'sessions_revoked', subject: `person:${found.value.id}` });
  });
  return found;
}

/** The id of the person with the address; null for none, undefined where there is no such person. */
async function managerOf(
  tx: TenantTransaction,
  email: string | null | undefined,
): Promise<string | null | undefined> {
  if (email === null || email === undefined) return null;
  return (await tx.person.findFirst({ where: { email, active: true }, select: { id: true } }))?.id;
}

async function unknownRoles(tx: TenantTransaction, keys: readonly string[]) {
  if (keys.length === 0) return [];
  const known = await tx.role.findMany({ where: { key: { in: [...keys] } }, select: { key: true } });
  const names = new Set(known.map(({ key }) => key));
  return keys.flatMap((key, index) =>
    names.has(key) ? [] : [{ path: `/roles/${index}`, message: `there is no role ${key}` }],
  );
}

async function setRoles(tx: TenantTransaction, tenantId: string, personId: string, roles: readonly string[]) {
  await tx.personRole.deleteMany({ where: { tenantId, personId, roleKey: { notIn: [...roles] } } });
  await tx.personRole.createMany({
    data: roles.map((roleKey) => ({ tenantId, personId, roleKey })),
    skipDuplicates: true,
  });
}

/** Two may make the same row at once; the loser finds it there the second time. */
async function trying<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return work();
  }
}

function isUniqueViolation(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'P2002';
}
