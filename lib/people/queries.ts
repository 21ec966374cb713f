import { forTenant } from '@/lib/database/client';
import { keySchema } from '@/lib/engine/definition/primitives';
import { readCursor, writeCursor } from '@/lib/http/cursor';
import { type Page, type PageQuery, pageQuerySchema } from '@/lib/http/page';
import type { Actor } from './actor';
import { lacks } from './authorize';
import { readInput } from './input';
import { permissions, type Permission } from './permissions';
import { type Result, done, refuse } from './refusal';
import { emailSchema, type KeyRow, type PersonRow, type RoleRow } from './schema';
import { isStorableText, isUuid } from './text';

const withRoles = {
  roles: { select: { role: { select: { key: true, name: true } } }, orderBy: { roleKey: 'asc' } },
  manager: { select: { id: true, name: true, email: true } },
} as const;

/** The tenant's people by address; inactive ones too. */
export async function listPeople(
  actor: Actor,
  { q, ...page }: PageQuery & { readonly q?: string | undefined } = {},
): Promise<Result<Page<PersonRow>>> {
  const lacking = lacks(actor, 'people.manage');
  if (lacking) return lacking;
  const paged = readInput(pageQuerySchema, page);
  if (!paged.ok) return paged;
  const { cursor, limit } = paged.value;
  const after = readCursor(cursor, 'people', 2);
  if (!after.ok) return after;
  const [email, id] = after.value ?? [];
  if (email !== undefined && !isUuid(id)) return refuse('invalid', 'This cursor is damaged.');
  const rows = await forTenant(actor.tenantId).person.findMany({
    where: {
      AND: [
        q
          ? {
              OR: [
                { email: { contains: q, mode: 'insensitive' } },
                { name: { contains: q, mode: 'insensitive' } },
              ],
            }
          : {},
        email === undefined ? {} : { OR: [{ email: { gt: email } }, { email, id: { gt: id } }] },
      ],
    },
    include: withRoles,
    orderBy: [{ email: 'asc' }, { id: 'asc' }],
    take: limit + 1,
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return done({
    items: rows.slice(0, limit).map(personRow),
    next: last ? writeCursor('people', [last.email, last.id]) : null,
  });
}

/** The person with the address; the active one where there are several. */
export async function getPerson(actor: Actor, email: string): Promise<Result<PersonRow>> {
  const lacking = lacks(actor, 'people.manage');
  if (lacking) return lacking;
  const address = emailSchema.safeParse(email);
  if (!address.success || !isStorableText(address.data)) return noPerson;
  const row = await forTenant(actor.tenantId).person.findFirst({
    where: { email: address.data },
    include: withRoles,
    orderBy: [{ active: 'desc' }, { id: 'desc' }],
  });
  return row ? done(personRow(row)) : noPerson;
}

/** All roles of the tenant by key. */
export async function listRoles(actor: Actor): Promise<Result<readonly RoleRow[]>> {
  const lacking = lacks(actor, 'people.manage');
  if (lacking) return lacking;
  return done(await readRoles(actor, {}));
}

/** One role. */
export async function getRole(actor: Actor, key: string): Promise<Result<RoleRow>> {
  const lacking = lacks(actor, 'people.manage');
  if (lacking) return lacking;
  const [role] = keySchema.safeParse(key).success ? await readRoles(actor, { key }) : [];
  return role ? done(role) : refuse('not_found', 'There is no such role.');
}

/** The tenant's API keys, the newest first; never the keys themselves. */
export async function listKeys(actor: Actor): Promise<Result<readonly KeyRow[]>> {
  const lacking = lacks(actor, 'people.manage');
  if (lacking) return lacking;
  const rows = await forTenant(actor.tenantId).apiKey.findMany({ orderBy: { id: 'desc' }, take: 1000 });
  return done(
    rows.map((row) => ({
      id: row.id,
      name: row.name,
      permissions: knownPermissions(row.permissions),
      topics: row.topics,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      expiresAt: row.expiresAt?.toISOString() ?? null,
      revokedAt: row.revokedAt?.toISOString() ?? null,
    })),
  );
}

/** A permission that the product no longer knows grants nothing. */
function knownPermissions(names: readonly string[]): Permission[] {
  return permissions.filter((permission) => names.includes(permission));
}

async function readRoles(actor: Actor, where: { key?: string }): Promise<RoleRow[]> {
  const rows = await forTenant(actor.tenantId).role.findMany({
    where,
    include: { _count: { select: { people: { where: { person: { active: true } } } } } },
    orderBy: { key: 'asc' },
  });
  return rows.map((row) => ({
    key: row.key,
    name: row.name,
    permissions: knownPermissions(row.permissions),
    people: row._count.people,
  }));
}

type Row = {
  id: string;
  name: string;
  email: string;
  active: boolean;
  locale: string;
  timeZone: string;
  manager: { id: string; name: string; email: string } | null;
  createdAt: Date;
  roles: { role: { key: string; name: string } }[];
};

function personRow(row: Row): PersonRow {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    roles: row.roles.map(({ role }) => role),
    active: row.active,
    locale: row.locale,
    timeZone: row.timeZone,
    manager: row.manager,
    createdAt: row.createdAt.toISOString(),
  };
}

const noPerson = refuse('not_found', 'There is no such person.');
