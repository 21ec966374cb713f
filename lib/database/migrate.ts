import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseName } from '@/lib/database/connection-string';
import { installQueue } from '@/lib/database/queue-schema';
import { ensureAppRole } from '@/lib/database/roles';

/** What to migrate. */
export interface MigrateOptions {
  /** The owner's connection string. */
  ownerUrl: string;
  /** The secret that the app role's password is derived from. */
  secret: string;
  /** Where the migrations stand. */
  folder?: string;
  /** Hears what an operator should know. */
  onEvent?: (message: string) => void;
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Any number that no other program locks by chance; it serializes migrations of one database. */
const lockKey = 7_402_915_338_126;

/** PostgreSQL's words for two databases of one server making the same role at once. */
const roleRace = /tuple concurrently updated|pg_authid_rolname_index|role ".*" already exists/;

/**
 * Brings a database up to this release: applies what is new of prisma/migrations, each in a transaction, installs the
 * queue's schema, and makes the app's login role. Several processes may call it at once; one works, the rest wait.
 * @returns the names of the migrations that were applied
 * @throws Error with what to do: server too old, rights missing, an applied migration was changed
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await migrateOnce(options);
    } catch (error) {
      if (tries === 8 || !(error instanceof Error) || !roleRace.test(error.message)) throw error;
      await sleep(100 * tries * (1 + Math.random()));
    }
  }
}

async function migrateOnce(options: MigrateOptions): Promise<string[]> {
  const { ownerUrl, secret, folder = path.resolve('prisma/migrations'), onEvent = () => undefined } = options;
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'interlock migrate' });
  // The query under way reports a lost connection; the event alone would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await checkServer(client);
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    const applied = await applyNew(client, readMigrations(folder), onEvent);
    await installQueue(client, ownerUrl);
    const notice = await ensureAppRole(client, databaseName(ownerUrl), secret);
    if (notice) onEvent(notice);
    return applied;
  } finally {
    // The lock goes with its session.
    await client.end();
  }
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{
    version: number;
    encoding: string;
    may_make_roles: boolean;
    me: string;
  }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
            rolsuper or rolcreaterole as may_make_roles, current_user as me
       from pg_roles where rolname = current_user`,
  );
  const server = rows[0];
  if (!server) throw new Error('The database did not say who is connected.');
  if (server.version < 150_000) {
    throw new Error(
      `Interlock needs PostgreSQL 15 or newer; this server is ${Math.floor(server.version / 10_000)}.`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new Error(
      `The database is encoded in ${server.encoding}; Interlock needs UTF8: create database … encoding 'UTF8' template template0`,
    );
  }
  if (!server.may_make_roles) {
    throw new Error(
      `DATABASE_URL connects as "${server.me}", who may not make roles. Interlock's app works as a role with fewer ` +
        `rights than the owner. As a superuser: alter role ${client.escapeIdentifier(server.me)} createrole;`,
    );
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, 'migration.sql')))
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const content = readFileSync(path.join(folder, name, 'migration.sql'));
      const checksum = createHash('sha256').update(content).digest('hex');
      return { name, sql: content.toString('utf8'), checksum };
    });
}

async function applyNew(client: pg.Client, migrations: Migration[], onEvent: (message: string) => void) {
  // Prisma's own table, so that its tools show the same history.
  await client.query(`
    create table if not exists public._prisma_migrations (
      id varchar(36) primary key not null,
      checksum varchar(64) not null,
      finished_at timestamptz,
      migration_name varchar(255) not null,
      logs text,
      rolled_back_at timestamptz,
      started_at timestamptz not null default now(),
      applied_steps_count integer not null default 0
    )`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select migration_name as name, checksum from public._prisma_migrations
      where rolled_back_at is null and finished_at is not null`,
  );
  refuseOtherHistory(migrations, rows);
  const done = new Set(rows.map((row) => row.name));
  const fresh = migrations.filter(({ name }) => !done.has(name));
  for (const migration of fresh) {
    await apply(client, migration);
    onEvent(`Applied migration ${migration.name}`);
  }
  return fresh.map(({ name }) => name);
}

function refuseOtherHistory(migrations: Migration[], applied: { name: string; checksum: string }[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const here = known.get(name);
    if (!here) {
      throw new Error(
        `The database has the migration ${name}, which this release does not know: it was used by a newer release. ` +
          'Start that release, or give this one another database.',
      );
    }
    if (here.checksum !== checksum) {
      throw new Error(
        `prisma/migrations/${name}/migration.sql was changed after it had been applied to this database. ` +
          'Restore the file (git checkout) and write the change as a new migration; ' +
          'or, where the data may go, start with an empty database (another INTERLOCK_DATA or DATABASE_URL).',
      );
    }
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    // What a migration set for its session must not reach what follows.
    await client.query('reset role; reset all');
    await client.query(
      `insert into public._prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       values ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${name} failed${place(sql, cause)}: ${(cause as Error).message}`, { cause });
  }
}

/** The line that an error of PostgreSQL points at. */
function place(sql: string, error: unknown): string {
  const position = Number((error as { position?: string }).position);
  return position > 0 ? ` at line ${sql.slice(0, position).split('\n').length}` : '';
}
