import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { type APIRequestContext, expect, test } from '@playwright/test';
import pg from 'pg';
import { childOf, dataFolder, supervisor } from '../setup/processes';

const workerEntry = 'lib/cli/worker.ts';

test.beforeEach(() => test.skip(!dataFolder(), 'The product under test is not ours to stop and start.'));

test('a second start on the same data is refused and names the first', () => {
  const { status, output } = run('start', { PORT: '1' });

  expect(status).toBe(1);
  expect(output).toContain(`process ${supervisor()}`);
  expect(output).toContain('INTERLOCK_DATA=');
});

test('a start on a taken port is refused with a way out', async () => {
  const other = createServer().listen(0);
  const address = other.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';

  const { status, output } = run('start', { PORT: port, INTERLOCK_DATA: test.info().outputPath('data') });
  other.close();

  expect(status).toBe(1);
  expect(output).toContain(`Port ${port} is taken by another program. Choose another one: PORT=`);
});

test('everything that is wrong with the settings is told at once', () => {
  const { status, output } = run('start', { PORT: 'x', INTERLOCK_DEMO: 'yes', LOG_LEVEL: 'loud' });

  expect(status).toBe(1);
  for (const name of ['PORT', 'INTERLOCK_DEMO', 'LOG_LEVEL']) expect(output).toContain(`${name} must be`);
});

test("the app role's address works in psql, and does not let a state be written", async () => {
  const client = new pg.Client({ connectionString: run('db-url', {}).output.trim() });
  await client.connect();

  const forged = client.query("update instances set status = 'completed'");

  await expect(forged).rejects.toThrow(/permission denied/);
  await client.end();
});

test('a worker killed with kill -9 is replaced', async ({ request }) => {
  const before = childOf(workerEntry);

  process.kill(before, 'SIGKILL');

  await expect.poll(() => [0, before].includes(childOf(workerEntry)), { timeout: 30_000 }).toBe(false);
  await expect.poll(async () => (await request.get('/api/health')).ok(), { timeout: 60_000 }).toBe(true);
});

test('a database killed with kill -9 comes back by itself, with all it held', async ({ request }) => {
  test.skip(!existsSync(path.join(dataFolder(), 'postgres.json')), 'The server of DATABASE_URL is not ours.');
  const before = await instances(request);
  const killed = postmaster();

  process.kill(killed!, 'SIGKILL');

  // Connections of the killed server may answer for a moment more: only a new server shows that it came back.
  await expect.poll(postmaster, { timeout: 60_000 }).not.toBe(killed);
  await expect.poll(postmaster, { timeout: 60_000 }).toBeDefined();
  await expect.poll(async () => (await request.get('/api/health')).ok(), { timeout: 60_000 }).toBe(true);
  const after = await instances(request);
  expect(after).toEqual(before);
});

/** Process id of the embedded server; undefined while there is none. */
function postmaster(): number | undefined {
  const lock = path.join(dataFolder(), 'postgres/postmaster.pid');
  return existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : undefined;
}

async function instances(request: APIRequestContext): Promise<unknown> {
  const headers = { authorization: `Bearer ${process.env.E2E_API_KEY}` };
  const answer = await request.get('/api/workflows/instances', { headers });
  expect(answer.status()).toBe(200);
  return answer.json();
}

function run(command: string, settings: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['lib/cli/bootstrap.mjs', command], {
    encoding: 'utf8',
    env: { ...process.env, INTERLOCK_DATA: dataFolder(), ...settings },
  });
  return { status, output: stdout + stderr };
}
