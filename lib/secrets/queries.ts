import { configuration } from '@/lib/configuration/configuration';
import { loadSecret } from '@/lib/configuration/secret';
import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { secretsKeyId } from '@/lib/runtime/sealed-secrets';
import type { SecretRow } from './schema';

const listed = tenantStatement(
  'secrets_listed',
  `SELECT s.name, public.instant_text(s.created_at) AS "createdAt", public.instant_text(s.changed_at) AS "changedAt",
    s.changed_by_name AS "changedBy", s.key_id = $2 AS readable,
    coalesce((SELECT jsonb_agg(jsonb_build_object('key', u.key, 'name', u.name, 'needed', u.needed) ORDER BY u.name, u.key) FROM (
      SELECT d.key, d.name, bool_or(c.needed) AS needed FROM public.definitions d
      CROSS JOIN LATERAL (
        SELECT d.draft AS content, false AS needed
        UNION ALL
        SELECT v.content, v.version = d.active_version OR EXISTS (SELECT FROM public.instances i WHERE i.tenant_id = v.tenant_id
          AND i.definition_version_id = v.id AND i.closed_at IS NULL)
        FROM public.definition_versions v WHERE v.tenant_id = d.tenant_id AND v.definition_id = d.id
      ) AS c
      WHERE d.tenant_id = tenant.id AND c.content::text ~ ('\\msecrets\\s*(\\.\\s*|\\[\\s*\\\\?["''])' || s.name || '\\M')
      GROUP BY d.key, d.name) AS u), '[]') AS "usedBy"
  FROM public.secrets s WHERE s.tenant_id = tenant.id AND ($3::text IS NULL OR s.name = $3) ORDER BY s.name LIMIT 1000`,
);

/** The tenant's secrets by name, with who uses each: never their values. */
export async function listSecrets(actor: Actor): Promise<Result<readonly SecretRow[]>> {
  const lacking = lacks(actor, 'integrations.manage');
  return lacking || done(await readListed(actor, null));
}

/** One of them. */
export async function getSecret(actor: Actor, name: string): Promise<Result<SecretRow>> {
  const lacking = lacks(actor, 'integrations.manage');
  if (lacking) return lacking;
  const [row] = await readListed(actor, name);
  return row ? done(row) : refuse('not_found', 'There is no such secret.');
}

function readListed({ tenantId }: Actor, name: string | null): Promise<SecretRow[]> {
  const keyId = secretsKeyId(loadSecret(configuration()));
  return readTenant<SecretRow>(appPool(), tenantId, listed, [keyId, name]);
}
