import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { planWrites } from '@/lib/runtime/plan-writes';
import type { Run } from './callers';
import { type Move, idStart } from './instances';

/** The same call of the same function with the same plan, one instance a call, as a prepared statement. */
const script = `
\\set n :from + :client_id * :per + :i
SELECT public.transition(:tenant, ('${idStart}' || :n)::uuid, :version, :plan);
\\set i :i + 1
`;

/**
 * The pgbench of this machine: PGBENCH, else the one on the path, else the newest of Debian's packages.
 * @returns null when there is none
 */
export function findPgbench(): string | null {
  const installed = '/usr/lib/postgresql';
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = [
    process.env.PGBENCH,
    'pgbench',
    ...versions.map((version) => path.join(installed, version, 'bin', 'pgbench')),
  ];
  return candidates.find((program) => program && answers(program)) ?? null;
}

/** The program's own words about its version. */
export function pgbenchVersion(program: string): string {
  return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
}

function answers(program: string): boolean {
  try {
    pgbenchVersion(program);
    return true;
  } catch {
    return false;
  }
}

/** Moves `perCaller` instances by each of the callers, through pgbench. */
export function runPgbench(
  program: string,
  appUrl: string,
  move: Move,
  from: number,
  callers: number,
  perCaller: number,
): Promise<Run> {
  return runScript(program, appUrl, script, callers, perCaller, {
    tenant: move.tenantId,
    version: move.before.sequence,
    plan: JSON.stringify({ ...planWrites(move.before, move.plan), ...move.mover }),
    from,
    per: perCaller,
    i: 0,
  });
}

/** One row of one column updated and committed, by one caller: what no move on this disk can be faster than. */
export async function runFloor(program: string, owner: Pool, ownerUrl: string): Promise<Run> {
  await owner.query('CREATE TABLE bench_floor (id integer PRIMARY KEY, n integer NOT NULL)');
  await owner.query('INSERT INTO bench_floor VALUES (1, 0)');
  return runScript(program, ownerUrl, 'UPDATE bench_floor SET n = n + 1 WHERE id = 1;\n', 1, 1_000, {});
}

async function runScript(
  program: string,
  address: string,
  text: string,
  callers: number,
  perCaller: number,
  variables: Readonly<Record<string, string | number>>,
): Promise<Run> {
  const folder = mkdtempSync(path.join(tmpdir(), 'interlock-pgbench-'));
  try {
    const file = path.join(folder, 'script.sql');
    writeFileSync(file, text);
    const url = new URL(address);
    const { stdout } = await promisify(execFile)(
      program,
      [
        '--no-vacuum',
        '--protocol=prepared',
        `--client=${callers}`,
        `--jobs=${Math.min(callers, availableParallelism())}`,
        `--transactions=${perCaller}`,
        `--file=${file}`,
        '--log',
        `--log-prefix=${path.join(folder, 'log')}`,
        ...Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`),
        `--host=${url.hostname}`,
        `--port=${url.port || '5432'}`,
        `--username=${decodeURIComponent(url.username)}`,
        decodeURIComponent(url.pathname.slice(1)),
      ],
      { env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) } },
    );
    return readRun(stdout, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readRun(stdout: string, folder: string): Run {
  const moves = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1]);
  const perSecond = Number(/^tps = ([\d.]+) \(without initial connection time\)/m.exec(stdout)?.[1]);
  if (!moves || !perSecond) throw new Error(`pgbench said something else than expected:\n${stdout}`);
  const latencies = readdirSync(folder)
    .filter((name) => name.startsWith('log'))
    .flatMap((name) => readFileSync(path.join(folder, name), 'utf8').trim().split('\n'))
    // Columns: client, transaction, microseconds, script, second, microsecond.
    .map((line) => Number(line.split(' ')[2]) / 1000);
  return { moves, seconds: moves / perSecond, latencies };
}
