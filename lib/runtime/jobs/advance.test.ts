import type { JobHelpers } from 'graphile-worker';
import type { Pool } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { advance } from './advance';

/** Looks at instances that have begun, each with what ends it; nothing is found there. */
let looks: { end(error?: Error): void }[];
let stopping: AbortController;
let job: (instance: number) => Promise<unknown>;

beforeEach(() => {
  looks = [];
  stopping = new AbortController();
  const query = () =>
    new Promise((resolve, reject) => {
      looks.push({ end: (error) => (error ? reject(error) : resolve({ rows: [] })) });
    });
  const task = advance({
    id: 'w',
    pool: { query } as unknown as Pool,
    perform: () => Promise.reject(new Error('not to be performed')),
    leaseSeconds: 30,
    stopping: stopping.signal,
  });
  const id = (end: number) => `01a22f25-6467-7067-83a0-26dfcd6bb85${end}`;
  job = async (instance) => task({ tenantId: id(0), instanceId: id(instance) }, {} as JobHelpers);
});

/** Waits until that many looks have begun. */
async function begun(count: number): Promise<void> {
  await expect.poll(() => looks.length).toBe(count);
}

describe('jobs for one instance', () => {
  test('do not run at the same time: a later one ends at once, and the one that runs looks once more', async () => {
    const first = job(1);
    await begun(1);

    await job(1);
    await job(1);

    expect(looks).toHaveLength(1);
    looks[0]!.end();
    await begun(2);
    looks[1]!.end();
    await first;
    expect(looks).toHaveLength(2);
  });

  test('have the look that a later one came for, also where the one that runs fails', async () => {
    const first = job(1);
    await begun(1);
    await job(1);

    looks[0]!.end(new Error('a defect'));
    await begun(2);
    looks[1]!.end();

    await expect(first).resolves.toBeUndefined();
  });

  test('fail when the worker stops before that look, so that another worker has it', async () => {
    const first = job(1);
    await begun(1);
    await job(1);

    stopping.abort(new Error('The worker stops.'));
    looks[0]!.end();

    await expect(first).rejects.toThrow('The worker stops.');
  });

  test('run one after the other when the former has ended', async () => {
    const first = job(1);
    await begun(1);
    looks[0]!.end();
    await first;

    const second = job(1);
    await begun(2);
    looks[1]!.end();

    await expect(second).resolves.toBeUndefined();
  });
});

test('jobs for two instances run beside each other', async () => {
  const jobs = [job(1), job(2)];

  await begun(2);
  for (const look of looks) look.end();

  await expect(Promise.all(jobs)).resolves.toHaveLength(2);
});
