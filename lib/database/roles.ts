import { createHash } from 'node:crypto';
import type pg from 'pg';
import { deriveKey, derivePassword } from '@/lib/configuration/secret';
import { databaseName } from '@/lib/database/connection-string';

/** The group role that owns every right of the app; a migration makes it. */
const appGroup = 'interlock_app';

/**
 * The login role of the app in one database. Roles belong to the whole server, so its name carries the database's;
 * PostgreSQL cuts names at 63 bytes, so a long one is cut here and told apart by its hash.
 */
export function appRoleName(database: string): string {
  const name = `${database}_login`;
  if (Buffer.byteLength(name) <= 63) return name;
  return `${Buffer.from(database).subarray(0, 40).toString('latin1').replace(/\W/g, '_')}_${sha256(database).slice(0, 12)}_login`;
}

/** The app role's connection string, computed from the owner's: the same in every process on every host. */
export function appUrl(ownerUrl: string, secret: string): string {
  const url = new URL(ownerUrl);
  const role = appRoleName(databaseName(ownerUrl));
  url.username = encodeURIComponent(role);
  url.password = derivePassword(secret, 'app-role', role);
  return url.toString();
}

/**
 * Makes the app's login role of the connected database, or gives it the password of this secret.
 * @returns what an operator should know, or null
 * @throws Error when a running copy uses this database with another secret
 */
export async function ensureAppRole(
  client: pg.Client,
  database: string,
  secret: string,
): Promise<string | null> {
  const role = appRoleName(database);
  const password = client.escapeLiteral(derivePassword(secret, 'app-role', role));
  const name = client.escapeIdentifier(role);
  const mark = `interlock secret ${sha256(deriveKey(secret, 'app-role')).slice(0, 16)}`;
  const known = await client.query<{ mark: string | null; sessions: number }>(
    `select shobj_description(oid, 'pg_authid') as mark,
            (select count(*)::int from pg_stat_activity where usename = rolname) as sessions
       from pg_roles where rolname = $1`,
    [role],
  );
  const row = known.rows[0];
  if (row?.mark === mark) return null;
  if (row?.mark && row.sessions > 0) {
    throw new Error(
      `Another running copy of Interlock uses the database "${database}" with a different INTERLOCK_SECRET. ` +
        'Give both copies the same INTERLOCK_SECRET (the running one keeps its own in its data folder, in the file ' +
        '"secret"), or stop that copy first.',
    );
  }

  if (row) {
    await client.query(`alter role ${name} login password ${password}`);
  } else {
    await client.query(`create role ${name} login password ${password} in role ${appGroup}`);
    // Every database of a server shares the group, so only this one's own login may come in. Done once: an operator
    // who lets others in again is not overruled.
    const place = client.escapeIdentifier(database);
    await client.query(
      `revoke connect on database ${place} from public; grant connect on database ${place} to ${name}`,
    );
  }
  await client.query(`comment on role ${name} is ${client.escapeLiteral(mark)}`);
  return row?.mark
    ? 'INTERLOCK_SECRET is another one than before: people have to sign in again, and stored secrets have to be entered again unless INTERLOCK_FORMER_SECRET names the old one.'
    : null;
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
