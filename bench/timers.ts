import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import pino from 'pino';
import { createPool } from '@/lib/database/pool';
import { claimTimers, nextTimer } from '@/lib/runtime/due-timers';
import { loadStart } from '@/lib/runtime/snapshot';
import { startInstance } from '@/lib/runtime/start';
import { TimerSweeper } from '@/lib/runtime/timer-sweeper';
import { newId } from '@/lib/runtime/uuid';
import { aDefinition, end, go, start, waitForTimer } from '@/lib/testing/builders/definition-builder';
import { makeTenant } from '@/lib/testing/tenant';
import { prepareInstances } from './instances';
import { median, percentile, verdict } from './report';
import { type BenchServer, startServer } from './server';

/** Timers that wait for an instant far away, at which the sweeper is looked at. */
const sizes = [1_000, 10_000, 100_000];
/** What an instance that waits has: the timer of its wait, and that of its greatest age. */
const timersEach = 2;
/** Instances whose timer comes due while the sweeper runs, and the looks that are timed. */
const due = 300;
const looks = 400;
/** Goals of issue 3: how late a timer may fire (p99, in milliseconds), and what a look may cost beside the one at the least size. */
const mostLate = 1_000;
const mostGrowth = 1.2;

const waits = (key: string, duration: string) =>
  aDefinition({
    key,
    steps: [start(), waitForTimer('waiting', { duration }), end()],
    transitions: [go('start', 'waiting'), go('waiting', 'done')],
  });

/** What one look at the timers costs when none is due. */
type Look = { readonly milliseconds: number; readonly entries: number; readonly wholeReads: number };

/** How late timers fire, and what looking for due ones costs, beside more and more that are not due. @returns the exit code */
export async function measureTimers({ quick }: { readonly quick: boolean }): Promise<number> {
  const server = await startServer();
  const owner = createPool(server.ownerUrl, { max: 2 });
  const app = createPool(server.appUrl);
  try {
    console.log(`${server.description}\n`);
    const tenantId = await makeTenant(owner);
    const far = await prepareInstances(owner, tenantId, waits('far-wait', 'P10Y'));
    await prepareInstances(owner, tenantId, waits('short-wait', 'PT3S'));
    let next = 100_000_000_000;
    let first: Look | null = null;
    let kept = true;
    for (const size of quick ? sizes.map((usual) => usual / 5) : sizes) {
      const missing = (size - (await countOpen(owner))) / timersEach;
      const began = performance.now();
      await far.makeInstances(next, missing);
      next += missing;
      console.log(
        `${size.toLocaleString('en')} timers wait (${missing} instances made in ${seconds(began)} s)`,
      );
      await owner.query('ANALYZE');
      const late = await fireSome(app, owner, tenantId);
      const look = await timeLooks(server, owner);
      first ??= look;
      console.log(
        `  lateness of ${late.length} due ones: p50 ${percentile(late, 0.5).toFixed(0)} ms, p99 ${verdict(percentile(late, 0.99), mostLate, 'ms')}`,
      );
      // What the server reads does not depend on who else uses the machine; the time does.
      const growth = look.entries / first.entries;
      console.log(
        `  a look when none is due reads ${look.entries.toFixed(1)} entries of the index of open timers: ${verdict(growth, mostGrowth, '× the first')}`,
      );
      console.log(
        `    ${look.milliseconds.toFixed(3)} ms, ${(look.milliseconds / first.milliseconds).toFixed(2)} × the first; the table was read whole ${look.wholeReads} times\n`,
      );
      kept &&= growth <= mostGrowth && look.wholeReads === 0 && percentile(late, 0.99) <= mostLate;
    }
    console.log(`The plan of the look at the greatest size:\n${await explain(owner)}`);
    return kept ? 0 : 1;
  } finally {
    await Promise.all([owner.end(), app.end()]);
    await server.stop();
  }
}

/** Starts instances whose timer comes due soon, beside a worker's sweeper. @returns how late each fired, in milliseconds, rising */
async function fireSome(app: Pool, owner: Pool, tenantId: string): Promise<number[]> {
  const sweeper = new TimerSweeper(app, 'bench', pino({ level: 'warn' }));
  const begun = new Date();
  try {
    const order = { correlationKey: null, input: { amount: 1500 }, facts: [], requester: null };
    const mover = { actor: { type: 'system', id: 'bench', name: 'The bench' } } as const;
    for (let index = 0; index < due; index += 1) {
      const begin = await loadStart(app, tenantId, 'short-wait');
      const started = await startInstance(
        app,
        { ...order, tenantId, start: begin!, subjectId: newId(), startKey: null, startHash: null },
        mover,
      );
      if (!started.ok) throw new Error(started.refusal.message);
      sweeper.wake();
    }
    for (;;) {
      const { rows } = await owner.query<{ late: number | null }>(
        `SELECT extract(epoch FROM t.closed_at - t.due_at)::float8 * 1000 AS late
         FROM timers t JOIN instances i ON i.tenant_id = t.tenant_id AND i.id = t.instance_id
         WHERE i.definition_key = 'short-wait' AND t.purpose = 'wait' AND t.set_at >= $1::timestamptz - interval '1 second'
         ORDER BY late NULLS LAST`,
        [begun],
      );
      const late = rows.flatMap((row) => (row.late === null ? [] : [row.late]));
      if (late.length >= due) return late;
      await sleep(250);
    }
  } finally {
    await sweeper.stop();
  }
}

/** The two statements of the sweeper's look, over a connection of the bench's own, as the app's role. */
async function timeLooks(server: BenchServer, owner: Pool): Promise<Look> {
  const pool = createPool(server.appUrl, { max: 1 });
  const look = async () => {
    const began = performance.now();
    const claimed = await claimTimers(pool, 100, 30);
    await nextTimer(pool);
    if (claimed.length > 0) throw new Error('A timer was due that should not have been.');
    return performance.now() - began;
  };
  // The first looks make the statements' plans and see what the timers that have just fired left in the index.
  for (let index = 0; index < 20; index += 1) await look();
  await sleep(1_500);
  await look();
  const before = await reads(owner);
  const times: number[] = [];
  for (let index = 0; index < looks; index += 1) times.push(await look());
  // A connection's counts become visible when it ends.
  await pool.end();
  await sleep(500);
  const after = await reads(owner);
  return {
    milliseconds: median(times),
    entries: (after.entries - before.entries) / looks,
    wholeReads: after.wholeReads - before.wholeReads,
  };
}

async function reads(owner: Pool): Promise<{ entries: number; wholeReads: number }> {
  const { rows } = await owner.query<{ entries: number; wholeReads: number }>(
    `SELECT (SELECT idx_tup_read::int FROM pg_stat_user_indexes WHERE indexrelname = 'timers_open') AS entries,
            (SELECT seq_scan::int FROM pg_stat_user_tables WHERE relname = 'timers') AS "wholeReads"`,
  );
  return rows[0]!;
}

async function countOpen(owner: Pool): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM timers WHERE closed_at IS NULL',
  );
  return rows[0]!.n;
}

/** What `claim_timers` does first. */
async function explain(owner: Pool): Promise<string> {
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, BUFFERS, COSTS off) SELECT t.key FROM timers t
     WHERE t.closed_at IS NULL AND t.look_at <= now() ORDER BY t.look_at LIMIT 100 FOR UPDATE SKIP LOCKED`,
  );
  return rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n');
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(0);
}
