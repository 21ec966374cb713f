import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { databaseName, withDatabase } from '@/lib/database/connection-string';
import { migrate } from '@/lib/database/migrate';
import { appRoleName, appUrl } from '@/lib/database/roles';
import { dropDatabase } from '@/lib/testing/drop-database';

const server = inject('databaseServer');
const groupRole = `do $$ begin
  if not exists (select from pg_roles where rolname = 'interlock_app') then create role interlock_app; end if;
end $$;`;

let folder: string;
let ownerUrl: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'interlock-migrations-'));
  const name = `${server.prefix}_migrate_${Math.random().toString(36).slice(2)}`;
  await ask(server.ownerUrl, `create database ${name} template template0`);
  ownerUrl = withDatabase(server.ownerUrl, name);
});

afterEach(async () => {
  rmSync(folder, { recursive: true });
  const name = databaseName(ownerUrl);
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  await dropDatabase(client, name, appRoleName(name));
  await client.end();
});

test('migrations are applied once, in order, and written down as Prisma does', async () => {
  write('0002_more', 'alter table things add column size int;');
  write('0001_first', `${groupRole} create table things (id int);`);

  expect(await run()).toEqual(['0001_first', '0002_more']);
  expect(await run()).toEqual([]);

  const rows = await ask(
    ownerUrl,
    `select migration_name, checksum, applied_steps_count, finished_at is not null as finished
       from _prisma_migrations order by migration_name`,
  );
  expect(rows).toEqual([
    {
      migration_name: '0001_first',
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      applied_steps_count: 1,
      finished: true,
    },
    {
      migration_name: '0002_more',
      checksum: expect.any(String) as string,
      applied_steps_count: 1,
      finished: true,
    },
  ]);
});

test('a migration that fails leaves nothing behind, and its line is told', async () => {
  write('0001_first', `${groupRole}`);
  write('0002_bad', 'create table half (id int);\nselect 1;\ncreate table half (id int, nonsense);');

  await expect(run()).rejects.toThrow(/Migration 0002_bad failed at line 3/);

  expect(await ask(ownerUrl, "select to_regclass('half') as half")).toEqual([{ half: null }]);
  write('0002_bad', 'create table half (id int);');
  expect(await run()).toEqual(['0002_bad']);
});

test('a migration changed after it was applied is refused with what to do', async () => {
  write('0001_first', groupRole);
  await run();
  write('0001_first', `${groupRole} -- a second thought`);

  await expect(run()).rejects.toThrow(
    /0001_first\/migration\.sql was changed.*Restore the file.*new migration/,
  );
});

test('a database that a newer release has migrated is refused', async () => {
  write('0001_first', groupRole);
  write('0002_newer', 'select 1');
  await run();
  rmSync(path.join(folder, '0002_newer'), { recursive: true });

  await expect(run()).rejects.toThrow(/does not know.*newer release/);
});

test('many processes migrating at once apply each migration once', async () => {
  write('0001_first', `${groupRole} create table things (id int);`);

  const applied = await Promise.all(Array.from({ length: 5 }, run));

  expect(applied.flat()).toEqual(['0001_first']);
});

test("settings of one migration's session do not reach the next", async () => {
  write('0001_first', `${groupRole} create schema other; set search_path = other;`);
  write('0002_more', 'create table public.things (id int); create table here (id int);');

  await run();

  expect(await ask(ownerUrl, "select to_regclass('public.here') is not null as here")).toEqual([
    { here: true },
  ]);
});

test("the app's role works with the queue, and has no more rights than its group", async () => {
  write('0001_first', groupRole);
  await run();
  const app = appUrl(ownerUrl, server.secret);

  await ask(app, "select graphile_worker.add_job('tidy', '{}')");

  expect(await ask(app, 'select task_identifier from graphile_worker.jobs')).toEqual([
    { task_identifier: 'tidy' },
  ]);
  expect(
    await ask(
      app,
      'select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as mighty from pg_roles where rolname = current_user',
    ),
  ).toEqual([{ mighty: false }]);
  await expect(ask(app, 'create table mine (id int)')).rejects.toThrow(/permission denied/);
  await expect(ask(app, 'select * from _prisma_migrations')).rejects.toThrow(/permission denied/);
});

test('another secret is refused while a copy with the first one is connected, and taken over afterwards', async () => {
  write('0001_first', groupRole);
  await run();
  const other = 'another secret of enough characters';
  const copy = new pg.Client({ connectionString: appUrl(ownerUrl, server.secret) });
  await copy.connect();

  await expect(migrate({ ownerUrl, folder, secret: other })).rejects.toThrow(/different INTERLOCK_SECRET/);
  await copy.end();
  const events: string[] = [];
  await eventually(() =>
    migrate({ ownerUrl, folder, secret: other, onEvent: (event) => events.push(event) }),
  );

  expect(events).toEqual([expect.stringContaining('people have to sign in again')]);
  expect(await ask(appUrl(ownerUrl, other), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('an owner who may not make roles is told what to do', async () => {
  const name = `${databaseName(ownerUrl)}_weak`;
  await ask(server.ownerUrl, `create role ${name} login password 'weak'`);
  const weak = new URL(ownerUrl);
  weak.username = name;
  weak.password = 'weak';

  await expect(migrate({ ownerUrl: weak.toString(), folder, secret: server.secret })).rejects.toThrow(
    /may not make roles.*createrole/,
  );
  await ask(server.ownerUrl, `drop role ${name}`);
});

function write(name: string, sql: string): void {
  mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, name, 'migration.sql'), sql);
}

function run(): Promise<string[]> {
  return migrate({ ownerUrl, folder, secret: server.secret });
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A closed session takes a moment to leave the server's list. */
async function eventually(act: () => Promise<unknown>): Promise<void> {
  await expect
    .poll(
      () =>
        act().then(
          () => true,
          () => false,
        ),
      { timeout: 5000 },
    )
    .toBe(true);
}
