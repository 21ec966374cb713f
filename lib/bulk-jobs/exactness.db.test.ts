import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideTask } from '@/lib/tasks/commands';
import { cancelInstance, pauseInstance, resumeInstance } from '@/lib/instances/commands';
import type { Actor } from '@/lib/people/actor';
import { chance } from '@/lib/testing/chance';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { until } from '@/lib/testing/until';
import { prepareJob, startJob } from './commands';
import { startBulkJobs } from './runner';
import type { PrepareJob } from './schema';

/** Jobs that are prepared and run; BULK_RUNS asks for more of them. */
const runs = Number(process.env.BULK_RUNS ?? 25);
const seed = Number(process.env.BULK_SEED ?? 20_261_130);

let database: TestDatabase;
let world: World;
let support: Actor;
let approver: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  [support, approver] = await Promise.all([world.person('sam'), world.person('ann')]);
});
afterAll(() => database.drop());

const orders: readonly PrepareJob['order'][] = [
  { action: 'pause' },
  { action: 'resume' },
  { action: 'cancel' },
];

/** Somebody else, who changes instances while jobs are prepared and run. */
async function disturb(ids: readonly string[], random: (below: number) => number, done: () => boolean) {
  while (!done()) {
    await sleep(10);
    const id = ids[random(ids.length)]!;
    const reason = 'Meanwhile.';
    // Refusals are as good as moves here: all that counts is that others act.
    const kinds = [
      () => pauseInstance(support, id, { reason }),
      () => resumeInstance(support, id, { reason }),
      () => cancelInstance(support, id, { reason }),
      () => world.start({ subject: { id: `lot-${random(5)}-late` } }).then(() => undefined),
      () => approve(id),
    ];
    await kinds[random(40) === 0 ? 2 + random(3) : random(2)]!();
  }
}

async function approve(instanceId: string) {
  const { rows } = await database.owner.query<{ id: string }>('SELECT id FROM tasks WHERE instance_id = $1', [
    instanceId,
  ]);
  await decideTask(approver, rows[0]!.id, { outcome: 'approve', form: {} });
}

test(`what is shown before is what is done, while others act: ${runs} jobs, seed ${seed}`, async () => {
  const random = chance(seed);
  const ids: string[] = [];
  for (let n = 0; n < 20; n += 1) ids.push((await world.start({ subject: { id: `lot-${n % 5}-${n}` } })).id);
  const runner = startBulkJobs();
  const shown = new Map<string, number>();
  let over = false;
  const disturbing = disturb(ids, random, () => over);
  try {
    for (let n = 0; n < runs; n += 1) {
      const selection =
        random(2) === 0
          ? { ids: ids.filter(() => random(4) === 0).concat(ids[0]!) }
          : { filter: { q: `lot-${random(5)}-` } };
      const prepared = take(
        await prepareJob(support, { order: orders[random(orders.length)]!, selection, reason: 'As shown.' }),
      );
      shown.set(
        prepared.id,
        prepared.preview.reduce((sum, { count }) => sum + count, 0),
      );
      take(await startJob(support, prepared.id));
    }
    await until(
      'all jobs are done',
      async () => {
        const { rows } = await database.owner.query(`SELECT FROM bulk_jobs WHERE status <> 'done'`);
        return rows.length === 0;
      },
      60 + runs * 3,
    );
  } finally {
    over = true;
    await disturbing;
    await runner.stop();
  }

  const { rows: results } = await database.owner.query<{
    id: string;
    n: number;
    open: number;
    acts: number;
    done: number;
  }>(
    `SELECT b.id, count(*)::int AS n, count(*) FILTER (WHERE i.status = 'done')::int AS done,
       count(*) FILTER (WHERE i.status NOT IN ('done', 'refused'))::int AS open,
       sum((SELECT count(DISTINCT (e.instance_id)) FROM events e WHERE e.instance_id = i.instance_id
         AND e.causation_id = 'bulk-job:' || b.id || ':1'))::int AS acts
     FROM bulk_jobs b JOIN bulk_job_items i ON i.job_id = b.id GROUP BY b.id`,
  );
  expect(results).toHaveLength(runs);
  for (const { id, n, open, acts, done } of results) {
    expect({ n, open, acts }, id).toEqual({ n: shown.get(id), open: 0, acts: done });
  }
  const outside = await database.owner.query(
    `SELECT FROM events e WHERE e.causation_id LIKE 'bulk-job:%' AND NOT EXISTS (SELECT FROM bulk_job_items i
       WHERE i.instance_id = e.instance_id AND e.causation_id = 'bulk-job:' || i.job_id || ':1')`,
  );
  const twice = await database.owner.query(
    `SELECT e.causation_id, e.instance_id FROM events e WHERE e.causation_id LIKE 'bulk-job:%'
       AND e.type IN ('WORKFLOW_PAUSED', 'WORKFLOW_RESUMED', 'WORKFLOW_CANCELLED') GROUP BY 1, 2 HAVING count(*) > 1`,
  );
  expect([outside.rows, twice.rows]).toEqual([[], []]);
  expect(results.some(({ n, done }) => done > 0 && done < n)).toBe(true);
});
