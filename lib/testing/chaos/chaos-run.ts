import { setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '@/lib/people/api-keys';
import { ApiServer } from '@/lib/testing/api-server';
import { administrator } from '@/lib/testing/builders/administrator';
import { take } from '@/lib/testing/builders/refund-world';
import { chance } from '@/lib/testing/chance';
import { Crew } from '@/lib/testing/crew';
import { mortalWorld } from '@/lib/testing/mortal-world';
import { persistently } from '@/lib/testing/persistently';
import type { RuntimeWorld } from '@/lib/testing/runtime-world';
import { unfinished } from '@/lib/testing/unfinished';
import { until } from '@/lib/testing/until';
import { WorkerProcesses } from '@/lib/testing/worker-processes';
import { strike } from './faults';
import { kindsAt } from './kinds';
import { Partner } from './partner';
import { type Case, People } from './people';
import { type Figures, readFigures } from './figures';
import { endings, verdict } from './verdict';

export type ChaosOptions = {
  readonly seed: number;
  /** How long faults strike; then the instances may end in peace. */
  readonly seconds: number;
  /** Instances started in a second. */
  readonly rate: number;
  /** Hears how it goes, a line at a time. */
  readonly say: (line: string) => void;
  /** Handlers of the HTTP API that external workers call, by path. */
  readonly routes: Parameters<typeof ApiServer.start>[0];
};

export type ChaosReport = Figures & {
  /** What is wrong; empty where all is as it must be. */
  readonly findings: readonly string[];
};

/** Seconds that the instances have to end after the last fault. */
const patience = 120;
const leaseSeconds = 2;
/** Clocks of workers are wrong by one of these, in seconds. */
const clocks = [0, 0, 75, -75, 7_200];
const crewSize = 2;

/**
 * Runs the mixture of processes (kinds.ts) on workers in processes of their own, while those and the database are struck
 * (faults.ts), and says what came of it (verdict.ts).
 */
export async function chaosRun({ seed, seconds, rate, say, routes }: ChaosOptions): Promise<ChaosReport> {
  const random = chance(seed);
  const closing: (() => Promise<unknown>)[] = [];
  const [struckOver, calm, over] = [new AbortController(), new AbortController(), new AbortController()];
  try {
    const mortal = await mortalWorld();
    const { world } = mortal;
    closing.unshift(() => world.drop());
    const partner = await Partner.start(chance(seed + 1));
    closing.unshift(() => partner.server.stop());
    const api = await ApiServer.start(routes);
    closing.unshift(() => api.stop());
    const { ownerUrl, appUrl } = world.database;
    const processes = await WorkerProcesses.prepare({
      ownerUrl,
      appUrl,
      leaseSeconds,
      allowedHosts: [partner.server.host],
      concurrency: 6,
    });
    closing.unshift(() => processes.stop());
    const key = await externalKey(world);
    const external = await WorkerProcesses.prepareExternal({ url: api.url, key, delivers: true });
    closing.unshift(() => external.stop());

    const kinds = kindsAt((path) => partner.server.url(path));
    await world.database.owner.query(
      "INSERT INTO resources (tenant_id, key, title, at_once, per_second, changed_by_name) VALUES ($1, 'bank', 'Bank', 4, 30, 'Ann')",
      [world.tenantId],
    );
    for (const { definition } of kinds) await world.publish(definition);
    const started = kinds.filter(({ startedByParent }) => !startedByParent);
    const workers = new Crew(
      () => processes.start({ clockShiftSeconds: clocks[random(clocks.length)]! }),
      random,
    );
    let hired = 0;
    const externalWorkers = new Crew(() => external.start({ workerId: `elsewhere-${(hired += 1)}` }), random);
    for (const crew of [workers, externalWorkers]) {
      for (let count = 0; count < crewSize; count += 1) await crew.hire().ready;
    }

    const cases = new Map<string, Case>();
    const people = new People(world, cases, chance(seed + 2));
    const acting = people.work(over.signal, calm.signal);
    const struck = { databaseKills: 0, cuts: 0, connections: 0 };
    const pauseSeconds = { workers: leaseSeconds + 3, externalWorkers: 8 };
    const striking = strike(
      { mortal, workers, externalWorkers, pauseSeconds },
      random,
      struckOver.signal,
      struck,
    );
    closing.unshift(async () => {
      for (const end of [struckOver, calm, over]) end.abort();
      await Promise.allSettled([striking, acting]);
    });

    const end = Date.now() + seconds * 1000;
    for (let number = 0; Date.now() < end; number += 1) {
      const { definition, act, early } = started[number % started.length]!;
      // The key makes a start that was cut off repeatable: the second one finds the first.
      const id = await persistently(() => world.startOnce(definition.key, `start-${number}`));
      const one = { id, key: definition.key, act: act?.(Math.floor(number / started.length)) ?? null };
      cases.set(id, one);
      if (early && one.act) await people.act(id, one.act);
      if (number % (rate * 30) === rate * 30 - 1) {
        const left = Math.round((end - Date.now()) / 1000);
        say(
          `${cases.size} started, ${workers.kills + externalWorkers.kills} processes killed, ${left} s to go`,
        );
      }
      await sleep(random(2_000 / rate));
    }
    calm.abort();
    struckOver.abort();
    await striking;
    say(`No more faults after ${seconds} s; waiting for what is under way.`);
    await until('every end', async () => (await unended(world)) === 0, patience).catch(() => undefined);
    over.abort();
    await acting;

    const { findings, ...judged } = await verdict(
      world,
      new Map(kinds.map((kind) => [kind.definition.key, kind])),
      cases,
      partner,
    );
    for (const stuck of await unfinished(world.database.owner, endings)) say(JSON.stringify(stuck, null, 1));
    for (const crew of [workers, externalWorkers]) {
      if (crew.endedByThemselves.length > 0)
        findings.push(`${crew.endedByThemselves.length} processes ended although nobody killed them`);
    }
    const figures = await readFigures(world, {
      workers,
      externalWorkers,
      people,
      partner,
      struck,
      ...judged,
    });
    return { ...figures, findings };
  } finally {
    for (const close of closing) await close();
  }
}

async function unended({ database }: RuntimeWorld): Promise<number> {
  const { rows } = await persistently(() =>
    database.owner.query<{ n: number }>('SELECT count(*)::int AS n FROM instances WHERE status <> ALL ($1)', [
      endings,
    ]),
  );
  return rows[0]!.n;
}

/** A key for external workers, made by an administrator. */
async function externalKey({ tenantId, ann }: RuntimeWorld): Promise<string> {
  const admin = administrator(tenantId, ann);
  const granted = { name: 'Elsewhere', permissions: ['external.work' as const], topics: [] };
  return take(await createKey(admin, granted)).key;
}
