import { createHash, randomBytes } from 'node:crypto';
import { writeAudit } from '@/lib/audit/entry';
import { forTenant, inTenant } from '@/lib/database/client';
import { appPool } from '@/lib/database/pool';
import { newId } from '@/lib/runtime/uuid';
import type { Actor } from './actor';
import { lacks } from './authorize';
import { readInput } from './input';
import { type Permission, permissions } from './permissions';
import { type Result, done, refuse } from './refusal';
import { type CreatedKey, type CreateKey, createKeySchema, type KeyRow } from './schema';
import { ensureFirstTenant } from './tenant';
import { isUuid } from './text';
import { listKeys } from './queries';

/** Makes a key. Its text is in the answer and nowhere else: the database has its SHA-256 only. */
export async function createKey(actor: Actor, input: CreateKey): Promise<Result<CreatedKey>> {
  const lacking = lacks(actor, 'people.manage');
  if (lacking) return lacking;
  const read = readInput(createKeySchema, input);
  if (!read.ok) return read;
  const missing = read.value.permissions.find((permission) => !actor.permissions.includes(permission));
  if (missing)
    return refuse('forbidden', `You cannot give the permission ${missing}, which you lack.`, {
      permission: missing,
    });

  const key = `ilk_${randomBytes(32).toString('base64url')}`;
  const id = newId();
  const expiresAt = read.value.expiresAt ? new Date(read.value.expiresAt) : null;
  const granted = [...new Set(read.value.permissions)];
  const topics = [...new Set(read.value.topics)];
  const row = await inTenant(actor.tenantId, async (tx) => {
    await writeAudit(tx, actor, {
      action: 'key_created',
      subject: `key:${id}`,
      data: { name: read.value.name, permissions: granted, ...(topics.length > 0 && { topics }) },
    });
    return tx.apiKey.create({
      data: {
        tenantId: actor.tenantId,
        id,
        name: read.value.name,
        keyHash: hashOf(key),
        permissions: granted,
        topics,
        expiresAt,
      },
    });
  });
  return done({
    id,
    key,
    name: row.name,
    permissions: granted,
    topics,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: null,
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: null,
  });
}

/** From now on nobody gets in with the key. */
export async function revokeKey(actor: Actor, id: string): Promise<Result<KeyRow>> {
  const listed = await listKeys(actor);
  if (!listed.ok) return listed;
  const key = isUuid(id) ? listed.value.find((row) => row.id === id) : undefined;
  if (!key) return refuse('not_found', 'There is no such key.');
  if (key.revokedAt) return done(key);
  const revokedAt = new Date();
  await inTenant(actor.tenantId, async (tx) => {
    await tx.apiKey.updateMany({ where: { id: key.id, revokedAt: null }, data: { revokedAt } });
    await writeAudit(tx, actor, { action: 'key_revoked', subject: `key:${id}` });
  });
  return done({ ...key, revokedAt: revokedAt.toISOString() });
}

/** Name of the key that INTERLOCK_API_KEY gives. */
const administratorKeyName = 'INTERLOCK_API_KEY';

/**
 * Sees to it that the key of INTERLOCK_API_KEY opens everything, in the first tenant (made where there is none). The same
 * key again changes nothing; another one takes the place of the one before.
 * @returns `revoked` when an administrator has revoked this very key: then it stays so
 */
export async function ensureAdministratorKey(key: string): Promise<'made' | 'known' | 'revoked'> {
  const keyHash = hashOf(key);
  const { rows } = await appPool().query('SELECT id FROM public.find_api_key($1)', [keyHash]);
  if (rows.length > 0) return 'known';
  const installation = await ensureFirstTenant();
  return inTenant(installation.tenantId, async (tx) => {
    await tx.apiKey.updateMany({
      where: { name: administratorKeyName, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    const { count } = await tx.apiKey.createMany({
      data: [
        {
          tenantId: installation.tenantId,
          id: newId(),
          name: administratorKeyName,
          keyHash,
          permissions: [...permissions],
        },
      ],
      skipDuplicates: true,
    });
    if (count === 0) return 'revoked';
    await writeAudit(tx, installation, { action: 'key_created', subject: 'key:administrator' });
    return 'made';
  });
}

type KeyAndPerson = {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly keyId: string;
  readonly keyName: string;
  readonly keyPermissions: readonly string[];
  readonly topics: readonly string[];
  readonly person: Omit<Actor, 'tenantId' | 'tenantName' | 'via' | 'apiKeyId'> | null;
};

/** The key, and the active person with the address of `$2` in the key's tenant, in one round trip. */
const findKey = {
  name: 'authenticate',
  text: `WITH key AS MATERIALIZED (
    SELECT k.*, set_config('interlock.tenant_id', k.tenant_id::text, true)::uuid AS scope FROM public.find_api_key($1) AS k)
  SELECT key.tenant_id AS "tenantId", key.tenant_name AS "tenantName", key.id AS "keyId", key.name AS "keyName",
    key.permissions AS "keyPermissions", key.topics, acting.person
  FROM key LEFT JOIN LATERAL (
    SELECT jsonb_build_object('personId', p.id, 'name', p.name, 'email', p.email, 'locale', p.locale,
      'timeZone', p.time_zone,
      'roles', coalesce((SELECT jsonb_agg(h.role_key ORDER BY h.role_key) FROM public.person_roles h
        WHERE h.tenant_id = p.tenant_id AND h.person_id = p.id), '[]'),
      'permissions', coalesce((SELECT jsonb_agg(DISTINCT permission) FROM public.person_roles h
        JOIN public.roles r ON r.tenant_id = h.tenant_id AND r.key = h.role_key, unnest(r.permissions) AS permission
        WHERE h.tenant_id = p.tenant_id AND h.person_id = p.id), '[]')) AS person
    FROM public.people p
    WHERE p.tenant_id = key.scope AND p.email = $2 AND p.active
    OFFSET 0) AS acting ON true`,
};

/**
 * Who asks with an API key: the person that `Interlock-Act-As` names (with their rights, not the key's; the key needs
 * `act_as_others`), else the key itself.
 * @param authorization the Authorization header
 * @param actAs an e-mail address, or null
 */
export async function authenticate(authorization: string, actAs: string | null): Promise<Result<Actor>> {
  const [, key] = /^Bearer +([\x21-\x7e]{1,500})$/i.exec(authorization.trim()) ?? [];
  if (key === undefined) return unknownKey;
  const address = actAs?.trim().toLowerCase() || null;
  const { rows } = await appPool().query<KeyAndPerson>({ ...findKey, values: [hashOf(key), address] });
  const [found] = rows;
  if (!found) return unknownKey;
  await noteUse(found);
  const granted = permissions.filter((permission) => found.keyPermissions.includes(permission));
  if (address === null) return done(keyItself(found, granted));
  if (!granted.includes('act_as_others')) {
    return refuse('forbidden', 'This key may not act as others: it lacks the permission act_as_others.', {
      permission: 'act_as_others',
    });
  }
  if (!found.person) {
    return refuse('forbidden', `There is no active person with the address ${address} to act as.`, {
      actAs: address,
    });
  }
  const { tenantId, tenantName, keyId } = found;
  return done({
    ...found.person,
    tenantId,
    tenantName,
    via: 'api',
    apiKeyId: keyId,
    ...restriction(found),
  });
}

/** When each key's use was written down by this process, in milliseconds since 1970. */
const notedUses = new Map<string, number>();
const noteEvery = 60_000;

/** Writes down that a key is used, once a minute: administrators see which keys nobody needs any more. */
async function noteUse({ tenantId, keyId }: KeyAndPerson): Promise<void> {
  const now = Date.now();
  if (now - (notedUses.get(keyId) ?? 0) < noteEvery) return;
  notedUses.set(keyId, now);
  await forTenant(tenantId).apiKey.updateMany({ where: { id: keyId }, data: { lastUsedAt: new Date(now) } });
}

function keyItself(found: KeyAndPerson, granted: readonly Permission[]): Actor {
  return {
    tenantId: found.tenantId,
    tenantName: found.tenantName,
    personId: found.keyId,
    name: found.keyName,
    email: '',
    roles: [],
    permissions: granted,
    locale: 'en',
    timeZone: 'UTC',
    via: 'api',
    apiKeyId: found.keyId,
    ...restriction(found),
  };
}

function restriction({ topics }: KeyAndPerson): Pick<Actor, 'topics'> {
  return topics.length > 0 ? { topics } : {};
}

function hashOf(key: string): Buffer<ArrayBuffer> {
  return Buffer.from(createHash('sha256').update(key).digest());
}

const unknownKey = refuse(
  'unauthenticated',
  'This API key is unknown, expired or revoked. Send `Authorization: Bearer <key>` with a key that an administrator made.',
);
