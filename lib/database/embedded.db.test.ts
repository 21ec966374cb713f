import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from '@/lib/database/embedded';
import { accountFor } from '@/lib/database/embedded/account';
import { findBinaries } from '@/lib/database/embedded/binaries';
import { hasEnded, launchServer } from '@/lib/database/embedded/server';

let parent: string;
let dataFolder: string;
const running = new Set<EmbeddedDatabase>();

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'interlock-embedded-'));
  chmodSync(parent, 0o711);
  dataFolder = path.join(parent, 'data');
});

afterEach(async () => {
  for (const database of running) {
    await database.stop();
    // A cluster that had to stand outside the data folder.
    if (!database.cluster.startsWith(parent)) rmSync(database.cluster, { recursive: true });
  }
  running.clear();
  rmSync(parent, { recursive: true });
});

test('a second start finds the data of the first, at the same address', async () => {
  const first = await start();
  await ask(first.url, 'create table kept as select 42 as answer');
  await stop(first);

  const second = await start();

  expect(second.url).toBe(first.url);
  expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('it speaks UTF-8, orders by code point, listens on loopback only, and keeps its password closed', async () => {
  const { url } = await start();

  const [row] = await ask(
    url,
    `select current_setting('server_encoding') as encoding, 'B' < 'a' as by_code_point, lower('Ä') as lower,
            current_setting('listen_addresses') as listens, current_setting('unix_socket_directories') as sockets`,
  );

  expect(row).toEqual({
    encoding: 'UTF8',
    by_code_point: true,
    lower: 'ä',
    listens: '127.0.0.1',
    sockets: '',
  });
  expect(statSync(path.join(dataFolder, 'postgres.json')).mode & 0o077).toBe(0);
  await expect(ask(url.replace(/:[0-9a-f]{48}@/, ':wrong@'), 'select 1')).rejects.toThrow(
    /password authentication/,
  );
});

test('a server killed with kill -9 is started again by itself, with what was committed', async () => {
  const events: string[] = [];
  const database = await start(events);
  await ask(database.url, 'create table kept as select 1 as one');
  const dead = database.pid();

  process.kill(dead ?? 0, 'SIGKILL');
  await until(() => events.includes('PostgreSQL runs again'));

  expect(database.pid()).not.toBe(dead);
  expect(await ask(database.url, 'select one from kept')).toEqual([{ one: 1 }]);
});

test('a server that outlived its killed parent is stopped, and the next start goes on with its data', async () => {
  const { url, cluster } = await stop(await start());
  const account = accountFor(cluster);
  const orphan = await launchServer({
    program: findBinaries(account).postgres,
    cluster,
    account,
    port: Number(new URL(url).port),
    logFile: path.join(dataFolder, 'postgres.log'),
    durable: false,
    url,
  });
  await ask(url, 'create table kept as select 1 as one');

  const next = await start();

  expect(hasEnded(orphan)).toBe(true);
  expect(await ask(next.url, 'select one from kept')).toEqual([{ one: 1 }]);
});

test('a lock file left by a crash that names an unrelated process does not stop the start', async () => {
  await stop(await start());
  const lock = path.join(dataFolder, 'postgres', 'postmaster.pid');
  writeFileSync(lock, `${process.ppid}\n${path.dirname(lock)}\n1\n1\n\n127.0.0.1\n\n`);
  const { uid, gid } = statSync(path.dirname(lock));
  chownSync(lock, uid, gid);

  const database = await start();

  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a remembered port that is taken meanwhile is replaced by a free one', async () => {
  const first = await start();
  const port = Number(new URL(first.url).port);
  await stop(first);
  const thief = createServer().listen(port, '127.0.0.1');

  const second = await start();
  thief.close();

  expect(new URL(second.url).port).not.toBe(String(port));
  expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a first start that was cut off before the cluster was whole is taken up again', async () => {
  mkdirSync(path.join(dataFolder, 'postgres.new'), { recursive: true });
  writeFileSync(path.join(dataFolder, 'postgres.new', 'half'), '');
  writeFileSync(path.join(dataFolder, 'postgres.json'), '{"password":"0123456789abcdef"}');

  const database = await start();

  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(existsSync(path.join(dataFolder, 'postgres.new'))).toBe(false);
});

test('a cluster of another PostgreSQL is refused with what to do', async () => {
  await stop(await start());
  writeFileSync(path.join(dataFolder, 'postgres', 'PG_VERSION'), '14\n');

  await expect(start()).rejects.toThrow(/made by PostgreSQL 14.*pg_dump/);
});

test("as root, a folder that PostgreSQL's user cannot enter keeps its cluster elsewhere", async ({
  skip,
}) => {
  if (process.getuid?.() !== 0) skip();
  chmodSync(parent, 0o700);

  const first = await start();
  await ask(first.url, 'create table kept as select 1 as one');
  await stop(first);
  const second = await start();

  expect(second.cluster).toMatch(/^\/var\/lib\/interlock\/data-/);
  expect(readFileSync(path.join(dataFolder, 'postgres.json'), 'utf8')).toContain(second.cluster);
  expect(await ask(second.url, 'select one from kept')).toEqual([{ one: 1 }]);
});

async function start(events: string[] = []): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({
    dataFolder,
    durable: false,
    onEvent: (event) => events.push(event),
  });
  running.add(database);
  return database;
}

async function stop(database: EmbeddedDatabase): Promise<EmbeddedDatabase> {
  await database.stop();
  running.delete(database);
  return database;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !condition(); tries += 1) await sleep(100);
  expect(condition()).toBe(true);
}
