import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from '@/lib/database/embedded';
import { isConnectionFailure } from '@/lib/database/errors';
import { migrate } from '@/lib/database/migrate';
import { createPool, useAppPool } from '@/lib/database/pool';
import { appUrl } from '@/lib/database/roles';
import type { Definition } from '@/lib/engine/definition/schema';
import {
  aDefinition,
  automated,
  callApi,
  decision,
  end,
  go,
  setContext,
  start,
  userTask,
} from '@/lib/testing/builders/definition-builder';
import { CountingServer, later } from '@/lib/testing/counting-server';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { until } from '@/lib/testing/until';
import { type WorkerProcess, WorkerProcesses } from '@/lib/testing/worker-processes';

/** The same numbers give the same kills; another run of the test may set others. */
const seed = Number(process.env.KILL_SEED ?? 20260302);
const instances = Number(process.env.KILL_INSTANCES ?? 200);
const workerKills = Number(process.env.KILL_WORKERS ?? 12);
const databaseKills = Number(process.env.KILL_DATABASES ?? 3);
const workers = 2;

let folder: string;
let server: EmbeddedDatabase;
let world: RuntimeWorld;
let partner: CountingServer;
let processes: WorkerProcesses;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'interlock-kill-'));
  chmodSync(folder, 0o711);
  // With its usual durability: what was committed must survive its death.
  server = await startEmbedded({ dataFolder: folder });
  const secret = 'a secret of this test alone, long enough';
  await migrate({ ownerUrl: server.url, secret });
  const [owner, app] = [createPool(server.url), createPool(appUrl(server.url, secret))];
  useAppPool(app);
  world = await RuntimeWorld.on({
    ownerUrl: server.url,
    appUrl: appUrl(server.url, secret),
    owner,
    app,
    drop: async () => {
      await Promise.all([owner.end(), app.end()]);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  });
  partner = await CountingServer.start();
  processes = await WorkerProcesses.prepare({
    ownerUrl: server.url,
    appUrl: appUrl(server.url, secret),
    leaseSeconds: 2,
    allowedHosts: [partner.host],
    concurrency: 6,
  });
}, 120_000);
afterAll(async () => {
  await processes?.stop();
  await partner?.stop();
  await world?.drop();
}, 60_000);

const retry = { maxAttempts: 10, firstDelay: 'PT0.2S', factor: 1.5, maxDelay: 'PT2S' };
const call = (key: string, parts = {}) => callApi(key, partner.url(`/${key}`), { retry, ...parts });

/** Definitions of every kind that is executed, each with the keys of the effects that an instance of it has. */
function mixture(): { definition: Definition; effects: readonly string[] }[] {
  return [
    {
      definition: aDefinition({
        key: 'one-call',
        steps: [start(), automated('paying', [call('pay')]), end('approved')],
        transitions: [go('start', 'paying'), go('paying', 'approved')],
      }),
      effects: ['main:paying:1:pay'],
    },
    {
      definition: aDefinition({
        key: 'three-calls',
        steps: [
          start(),
          automated('booking', [call('reserve'), call('charge', { async: true }), call('ship')]),
          end('approved'),
        ],
        transitions: [go('start', 'booking'), go('booking', 'approved')],
      }),
      effects: ['main:booking:1:reserve', 'main:booking:1:charge', 'main:booking:1:ship'],
    },
    {
      definition: aDefinition({
        key: 'approval',
        steps: [
          start(),
          automated('checking', [call('check')]),
          userTask('in_review'),
          automated('paying', [setContext('mark', { paid: 'true' }), call('pay')]),
          end('approved'),
          end('rejected'),
        ],
        transitions: [
          go('start', 'checking'),
          go('checking', 'in_review'),
          go('in_review', 'paying', { on: { outcome: 'approve' } }),
          go('in_review', 'rejected', { on: { outcome: 'reject' } }),
          go('paying', 'approved'),
        ],
      }),
      effects: ['main:checking:1:check', 'main:paying:1:pay'],
    },
    {
      definition: aDefinition({
        key: 'twice-round',
        steps: [
          start(),
          automated('asking', [
            setContext('count', { rounds: 'context.rounds == null ? 1 : context.rounds + 1' }),
            call('ask', { async: true }),
          ]),
          decision('enough'),
          end('approved'),
        ],
        input: { type: 'object', properties: { amount: { type: 'number' }, rounds: { type: 'integer' } } },
        transitions: [
          go('start', 'asking'),
          go('asking', 'enough'),
          go('enough', 'approved', { when: 'context.rounds >= 2', priority: 1 }),
          go('enough', 'asking', { default: true }),
        ],
      }),
      effects: ['main:asking:1:ask', 'main:asking:2:ask'],
    },
  ];
}

/** Numbers that look like chance and are the same in every run with the same seed (a linear congruence). */
function chance(): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Does what must be done even while the database is away for a moment. */
async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionFailure(error)) throw error;
      await sleep(100);
    }
  }
}

test(
  'whoever is killed and whenever, every instance reaches its end, and no effect happens under another key',
  { timeout: 600_000 },
  async () => {
    const random = chance();
    const kinds = mixture();
    for (const { definition } of kinds) await world.publish(definition);
    // Some answers are slow, so that kills meet calls under way; some first calls fail, so that retries are among them.
    partner.answer = ({ count }) => (count === 1 && random(8) === 0 ? { status: 503 } : later(random(120)));

    const killed = new Set<WorkerProcess>();
    const endedByThemselves: WorkerProcess[] = [];
    const alive: WorkerProcess[] = [];
    const hire = () => {
      const worker = processes.start();
      alive.push(worker);
      void worker.exited.then(() => {
        alive.splice(alive.indexOf(worker), 1);
        if (!killed.has(worker)) endedByThemselves.push(worker);
      });
    };
    for (let count = 0; count < workers; count += 1) hire();
    await Promise.all(alive.map(({ ready }) => ready));

    let over = false;
    const decisions = (async () => {
      while (!over) {
        const { rows } = await persistently(() =>
          world.database.owner.query<{ id: string }>(
            "SELECT instance_id AS id FROM tasks WHERE status = 'pending'",
          ),
        );
        for (const { id } of rows) await persistently(() => world.decide(id, 'in_review', 'approve'));
        await sleep(100);
      }
    })();

    let databaseDeaths = 0;
    const kills = (async () => {
      const all = workerKills + databaseKills;
      for (let kill = 0; kill < all; kill += 1) {
        await sleep(600 + random(1_200));
        if (kill % Math.ceil(all / databaseKills) === 1) {
          process.kill(await until('the database', () => server.pid()), 'SIGKILL');
          databaseDeaths += 1;
          continue;
        }
        const victim = alive[random(alive.length)];
        if (!victim) continue;
        killed.add(victim);
        victim.kill();
        hire();
      }
    })();

    const counted = async () => {
      const { rows } = await persistently(() =>
        world.database.owner.query<{ status: string; n: number }>(
          'SELECT status, count(*)::int AS n FROM instances GROUP BY status ORDER BY status',
        ),
      );
      return rows;
    };
    const started: { id: string; effects: readonly string[] }[] = [];
    try {
      for (let number = 0; number < instances; number += 1) {
        const { definition, effects } = kinds[number % kinds.length]!;
        // The key makes a start that was cut off repeatable: the second one finds the first.
        const id = await persistently(() => world.startOnce(definition.key, `start-${number}`));
        started.push({ id, effects });
        await sleep(random(40));
      }
      await kills;
      const ended = ['completed', 'needs_attention', 'failed'];
      await until(
        'the end of every instance',
        async () => (await counted()).every(({ status }) => ended.includes(status)),
        300,
      ).catch(() => undefined);
    } finally {
      over = true;
      await Promise.allSettled([decisions, kills]);
    }

    expect(await unfinished()).toEqual([]);
    expect(await counted()).toEqual([{ status: 'completed', n: instances }]);
    expect(partner.keys()).toEqual(
      started.flatMap(({ id, effects }) => effects.map((key) => `${id}:${key}`)).sort(),
    );
    expect(endedByThemselves).toEqual([]);
    await world.expectVerified();
    const { rows } = await world.database.owner.query(
      `SELECT (SELECT count(*)::int FROM activity_attempts WHERE ended_at IS NULL) AS open_attempts,
         (SELECT count(*)::int FROM tasks WHERE closed_at IS NULL) AS open_tasks,
         (SELECT count(*)::int FROM incidents) AS incidents,
         (SELECT count(*) > 0 FROM events WHERE type = 'WORKFLOW_RECOVERED') AS recovered`,
    );
    expect(rows).toEqual([{ open_attempts: 0, open_tasks: 0, incidents: 0, recovered: true }]);
    expect([killed.size, databaseDeaths]).toEqual([workerKills, databaseKills]);
  },
);

/** The instances that have not ended, with all that could still move them: what a failing run has to tell. */
async function unfinished(): Promise<unknown[]> {
  const { rows } = await world.database.owner.query(
    `SELECT i.id, i.status, i.state, now() AS at,
       (SELECT jsonb_agg(to_jsonb(x) - 'output') FROM activity_executions x WHERE x.instance_id = i.id) AS activities,
       (SELECT jsonb_agg(to_jsonb(o)) FROM outbox o WHERE o.instance_id = i.id) AS outbox,
       (SELECT jsonb_agg(to_jsonb(j)) FROM graphile_worker._private_jobs j
        WHERE j.payload ->> 'instanceId' = i.id::text) AS jobs,
       (SELECT jsonb_agg(jsonb_build_object('n', e.sequence, 'type', e.type, 'at', e.occurred_at) ORDER BY e.sequence DESC)
        FROM events e WHERE e.instance_id = i.id) AS events
     FROM instances i WHERE i.status <> 'completed'`,
  );
  return rows;
}
