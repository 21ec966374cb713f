import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDefinition } from '@/lib/testing/builders/definition-builder';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { verifyDaily } from './daily-verification';
import { everyInstance, someInstances } from './verification-run';

let world: RuntimeWorld;
const ids: string[] = [];

beforeAll(async () => {
  world = await RuntimeWorld.make();
  await world.publish(aDefinition());
  for (let count = 0; count < 5; count += 1) ids.push(await world.start('refund'));
});
afterAll(() => world.drop());

/** Edits a row of a history, as only somebody with the owner's rights can. @returns what stood there before */
async function rename(id: string, actor: string): Promise<string> {
  const client = await world.database.owner.connect();
  try {
    await client.query('BEGIN; ALTER TABLE events DISABLE TRIGGER events_once');
    const { rows } = await client.query<{ name: string }>(
      'SELECT actor_name AS name FROM events WHERE instance_id = $1 AND sequence = 2',
      [id],
    );
    await client.query('UPDATE events SET actor_name = $2 WHERE instance_id = $1 AND sequence = 2', [
      id,
      actor,
    ]);
    await client.query('ALTER TABLE events ENABLE TRIGGER events_once; COMMIT');
    return rows[0]!.name;
  } finally {
    client.release();
  }
}

async function verifyCommand(...args: string[]) {
  const child = spawn(process.execPath, ['lib/cli/bootstrap.mjs', 'verify', ...args], {
    env: { ...process.env, DATABASE_URL: world.database.ownerUrl, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { output, errors, code };
}

describe('npm run verify', () => {
  test('checks all instances and ends with 0 when each history is whole', async () => {
    expect(await verifyCommand('--all')).toMatchObject({
      code: 0,
      output: expect.stringContaining('5 instances checked, 0 failed.'),
    });
  });

  test('names the instance and the event that somebody has edited, and ends with 1', async () => {
    const [bad, good] = ids as [string, string];
    const before = await rename(bad, 'Somebody else');

    const all = await verifyCommand('--all');
    const one = await verifyCommand('--instance', bad);
    const other = await verifyCommand('--instance', good);
    await rename(bad, before);

    expect(all).toMatchObject({ code: 1, output: expect.stringContaining('5 instances checked, 1 failed.') });
    expect(one).toMatchObject({ code: 1, output: expect.stringContaining(`Instance ${bad}`) });
    expect(one.output).toContain('the chain is broken at event 2');
    expect(other).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 instance checked, 0 failed.'),
    });
  });

  test('says what it takes when it is asked for nothing or for what is not there', async () => {
    expect(await verifyCommand()).toMatchObject({
      code: 1,
      errors: expect.stringContaining('--instance ID'),
    });
    expect(await verifyCommand('--instance', '00000000-0000-7000-8000-00000000dead')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is no instance'),
    });
  });
});

describe('the daily sample', () => {
  test('checks as many as it is told, and each only once', async () => {
    const all: string[] = [];
    for await (const { instanceId } of everyInstance(world.database.owner)) all.push(instanceId);
    expect(all.sort()).toEqual([...ids].sort());
    await world.database.owner.query('ANALYZE instances');

    const some = await someInstances(world.database.owner, 3);
    expect(new Set(some.map(({ instanceId }) => instanceId)).size).toBe(3);
  });

  test('is taken once for all workers, keeps what it found, and is loud about a history that does not verify', async () => {
    const bad = ids[2]!;
    const before = await rename(bad, 'Somebody else');
    const lines: { level: number; msg: string; instance?: string }[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line) as never) });

    const found = await Promise.all([1, 2, 3].map(() => verifyDaily(world.database.owner, log)));
    await rename(bad, before);

    expect(found.filter((one) => one !== null)).toEqual([{ checked: 5, failed: 1 }]);
    expect(await verifyDaily(world.database.owner, log)).toBeNull();
    const { rows } = await world.database.owner.query(
      'SELECT checked, failed, failures FROM verification_runs',
    );
    expect(rows).toEqual([
      {
        checked: 5,
        failed: 1,
        failures: [expect.objectContaining({ instance: bad, chain: { brokenAt: 2 } })],
      },
    ]);
    expect(lines.filter(({ level }) => level === 50).map(({ instance }) => instance)).toEqual([
      bad,
      undefined,
    ]);
  });
});
