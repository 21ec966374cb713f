import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { chance } from '@/lib/testing/chance';
import { CountingServer, later } from '@/lib/testing/counting-server';
import { Crew } from '@/lib/testing/crew';
import { type MortalWorld, mortalWorld } from '@/lib/testing/mortal-world';
import { persistently } from '@/lib/testing/persistently';
import type { RuntimeWorld } from '@/lib/testing/runtime-world';
import { unfinished } from '@/lib/testing/unfinished';
import { until } from '@/lib/testing/until';
import { WorkerProcesses } from '@/lib/testing/worker-processes';

/** The same numbers give the same kills; another run of the test may set others. */
const seed = Number(process.env.KILL_SEED ?? 20260302);
const instances = Number(process.env.KILL_INSTANCES ?? 200);
const workerKills = Number(process.env.KILL_WORKERS ?? 12);
const databaseKills = Number(process.env.KILL_DATABASES ?? 3);
const workers = 2;

let mortal: MortalWorld;
let world: RuntimeWorld;
let partner: CountingServer;
let processes: WorkerProcesses;

beforeAll(async () => {
  mortal = await mortalWorld();
  world = mortal.world;
  partner = await CountingServer.start();
  processes = await WorkerProcesses.prepare({
    ownerUrl: world.database.ownerUrl,
    appUrl: world.database.appUrl,
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

test(
  'whoever is killed and whenever, every instance reaches its end, and no effect happens under another key',
  { timeout: 600_000 },
  async () => {
    const random = chance(seed);
    const kinds = mixture();
    for (const { definition } of kinds) await world.publish(definition);
    // Some answers are slow, so that kills meet calls under way; some first calls fail, so that retries are among them.
    let kept: Promise<void> | undefined;
    partner.answer = async ({ count }) => {
      await kept;
      return count === 1 && random(8) === 0 ? { status: 503 } : later(random(120));
    };

    const crew = new Crew(() => processes.start(), random);
    for (let count = 0; count < workers; count += 1) crew.hire();
    await Promise.all(crew.alive.map(({ ready }) => ready));

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

    // Every second kill strikes a worker that is waiting for an answer, which is kept back until then: so there is
    // something to be recovered, however fast the machine is.
    const strikeAtWork = async () => {
      let answer = () => {};
      kept = new Promise((resolve) => (answer = resolve));
      try {
        const busy = await until(
          'a worker that waits for an answer',
          async () => {
            const { rows } = await persistently(() =>
              world.database.owner.query<{ id: string }>(
                `SELECT worker AS id FROM activity_attempts
                 WHERE ended_at IS NULL AND started_at < now() - interval '0.1 s'`,
              ),
            );
            return rows.find(({ id }) => crew.isAtWork(id))?.id;
          },
          3,
        ).catch(() => undefined);
        crew.killOne(busy);
      } finally {
        answer();
      }
    };
    let databaseDeaths = 0;
    const kills = (async () => {
      const all = workerKills + databaseKills;
      for (let kill = 0; kill < all; kill += 1) {
        await sleep(600 + random(1_200));
        if (kill % Math.ceil(all / databaseKills) === 1) {
          await mortal.killDatabase();
          databaseDeaths += 1;
        } else {
          await (kill % 2 === 0 ? strikeAtWork() : crew.killOne());
        }
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
        await sleep(random(80));
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

    expect(await unfinished(world.database.owner, ['completed'])).toEqual([]);
    expect(await counted()).toEqual([{ status: 'completed', n: instances }]);
    expect(partner.keys()).toEqual(
      started.flatMap(({ id, effects }) => effects.map((key) => `${id}:${key}`)).sort(),
    );
    expect(crew.endedByThemselves).toEqual([]);
    await world.expectVerified();
    const { rows } = await world.database.owner.query(
      `SELECT (SELECT count(*)::int FROM activity_attempts WHERE ended_at IS NULL) AS open_attempts,
         (SELECT count(*)::int FROM tasks WHERE closed_at IS NULL) AS open_tasks,
         (SELECT count(*)::int FROM incidents) AS incidents,
         (SELECT count(*) > 0 FROM events WHERE type = 'WORKFLOW_RECOVERED') AS recovered`,
    );
    expect(rows).toEqual([{ open_attempts: 0, open_tasks: 0, incidents: 0, recovered: true }]);
    expect([crew.kills, databaseDeaths]).toEqual([workerKills, databaseKills]);
  },
);
