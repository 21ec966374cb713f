import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { deriveKey } from '@/lib/configuration/secret';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Where a secret stands. It is part of what is authenticated: a value moved to another tenant or name does not open. */
type Place = { readonly tenantId: string; readonly name: string };

/** Names the key that is derived from INTERLOCK_SECRET, without telling it: what another one has sealed cannot be opened. */
export function secretsKeyId(secret: string): string {
  return createHash('sha256').update(deriveKey(secret, 'secrets')).digest('hex').slice(0, 16);
}

/** A value as it is stored: IV, tag and text of AES-256-GCM. */
export function sealSecret(secret: string, place: Place, value: string): Buffer {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, deriveKey(secret, 'secrets'), iv).setAAD(placeBytes(place));
  const text = Buffer.concat([sealing.update(value, 'utf8'), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), text]);
}

/** The value of a sealed secret. @throws when another key sealed it, or it was tampered with or moved */
export function openSecret(secret: string, place: Place, sealed: Buffer): string {
  const opening = createDecipheriv(cipher, deriveKey(secret, 'secrets'), sealed.subarray(0, ivBytes))
    .setAAD(placeBytes(place))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([opening.update(sealed.subarray(ivBytes + tagBytes)), opening.final()]).toString(
    'utf8',
  );
}

/**
 * Seals anew what another secret has sealed, in all tenants; what is put in meanwhile stays as it is.
 * @param owner a role that sees all tenants
 * @returns how many were sealed anew, and how many are left that the present secret does not open
 */
export async function resealSecrets(
  owner: Pick<ClientBase, 'query'>,
  former: string,
  present: string,
): Promise<{ readonly changed: number; readonly left: number }> {
  const keyId = secretsKeyId(present);
  const { rows } = await owner.query<{ tenant_id: string; name: string; sealed: Buffer }>(
    'SELECT tenant_id, name, sealed FROM public.secrets WHERE key_id <> $1',
    [keyId],
  );
  let changed = 0;
  for (const { tenant_id: tenantId, name, sealed } of rows) {
    const value = opened(former, { tenantId, name }, sealed);
    if (value === null) continue;
    const { rowCount } = await owner.query(
      'UPDATE public.secrets SET sealed = $4, key_id = $5 WHERE tenant_id = $1 AND name = $2 AND sealed = $3',
      [tenantId, name, sealed, sealSecret(present, { tenantId, name }, value), keyId],
    );
    changed += rowCount ?? 0;
  }
  return { changed, left: rows.length - changed };
}

/** Null where this secret does not open it. */
function opened(secret: string, place: Place, sealed: Buffer): string | null {
  try {
    return openSecret(secret, place, sealed);
  } catch {
    return null;
  }
}

function placeBytes({ tenantId, name }: Place): Buffer {
  return Buffer.from(`${tenantId}:${name}`);
}

const named = tenantStatement(
  'sealed_secrets',
  'SELECT s.name, s.sealed FROM public.secrets s WHERE s.tenant_id = tenant.id AND s.name = ANY ($2::text[])',
);

/** Values of the tenant's secrets with these names, as far as there are such and this key opens them. */
export async function readSecrets(
  pool: Pick<Pool, 'query'>,
  secret: string,
  tenantId: string,
  names: readonly string[],
): Promise<Record<string, string>> {
  if (names.length === 0) return {};
  const rows = await readTenant<{ name: string; sealed: Buffer }>(pool, tenantId, named, [names]);
  const values: Record<string, string> = {};
  for (const { name, sealed } of rows) {
    const value = opened(secret, { tenantId, name }, sealed);
    // Without it, the attempt says that there is no such secret, and the list that it has to be entered again.
    if (value !== null) values[name] = value;
  }
  return values;
}
