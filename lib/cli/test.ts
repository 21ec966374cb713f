import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { ensureBrowser } from '@/lib/cli/browser';
import { useBuild } from '@/lib/cli/build';
import { describe, Refusal, runCommand } from '@/lib/cli/refusal';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Step {
  name: string;
  run: (said: Said) => Promise<Counts>;
}

/** Where a step's tools say what they find: at once, or kept until the step's turn to be read. */
type Said = 'inherit' | { text: string };

const tools = 'node_modules';
const reports = 'report';

/** The tests say for themselves where they run; what a developer has set for a product of their own stays out. */
const ownSettings = ['PORT', 'SMTP_URL', 'LOG_LEVEL'];

/** What only reads the sources: each of them keeps one core busy, so they run beside each other. */
const reading: Step[] = [
  { name: 'types', run: types },
  { name: 'lint', run: check(`${tools}/eslint/bin/eslint.js`, ['--max-warnings', '0', '.']) },
  {
    name: 'format',
    run: check(`${tools}/prettier/bin/prettier.cjs`, ['--check', '--log-level', 'warn', '.']),
  },
  { name: 'unused', run: check(`${tools}/knip/bin/knip.js`, []) },
  { name: 'copies', run: check(`${tools}/jscpd/run-jscpd.js`, ['.']) },
];

/** One after the other, since their tests share the machine; what is cheap and says most comes first. */
const running: Step[] = [
  { name: 'unit', run: () => vitest('unit', ['unit']) },
  { name: 'database', run: () => vitest('database', ['db', 'db-alone']) },
  { name: 'build', run: build },
  { name: 'browser', run: browser },
];

interface Row extends Counts {
  step: string;
  seconds: number;
}

/**
 * `npm test`: everything, from a fresh clone on. A step that fails does not keep the next from running.
 * `npm test -- unit lint` runs only the steps named.
 */
await runCommand(async () => {
  const wanted = process.argv.slice(2);
  const names = [...reading, ...running].map(({ name }) => name);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown) {
    throw new Refusal(`There is no step "${unknown}"; the steps are ${names.join(', ')}.`);
  }
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports);

  const isWanted = ({ name }: Step) => wanted.length === 0 || wanted.includes(name);
  const rows = await besideEachOther(reading.filter(isWanted), availableParallelism());
  for (const step of running.filter(isWanted)) {
    console.log(`\n━━ ${step.name}`);
    rows.push(await row(step, 'inherit'));
  }
  return summarize(rows);
});

/** Runs so many of the steps at a time, and shows what each said as one piece. */
async function besideEachOther(steps: Step[], atOnce: number): Promise<Row[]> {
  const waiting = [...steps];
  const done: Row[] = [];
  const line = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const said = { text: '' };
      done.push(await row(step, said));
      console.log(`\n━━ ${step.name}\n${said.text}`.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return done;
}

async function row({ name, run }: Step, said: Said): Promise<Row> {
  const startedAt = Date.now();
  const counts = await run(said).catch((error: unknown) => {
    console.error(describe(error));
    return one(false);
  });
  return { step: name, ...counts, seconds: Math.round((Date.now() - startedAt) / 1000) };
}

function summarize(rows: Row[]): number {
  const line = (cells: (string | number)[]) =>
    cells.map((cell, n) => (n === 0 ? String(cell).padEnd(12) : String(cell).padStart(9))).join('');
  console.log(`\n${line(['step', 'passed', 'failed', 'skipped', 'seconds'])}`);
  for (const row of rows) console.log(line([row.step, row.passed, row.failed, row.skipped, row.seconds]));

  const sum = (key: keyof Counts) => rows.reduce((total, row) => total + row[key], 0);
  const skipped = sum('skipped');
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`);
  return sum('failed') > 0 ? 1 : 0;
}

/** Next writes the types of the routes first. */
async function types(said: Said): Promise<Counts> {
  const generated = await node(`${tools}/next/dist/bin/next`, ['typegen'], said);
  return one(generated === 0 && (await node(`${tools}/typescript/bin/tsc`, ['--noEmit'], said)) === 0);
}

/** A tool that either is content or is not counts as one test. */
function check(tool: string, args: string[]): Step['run'] {
  return async (said) => one((await node(tool, args, said)) === 0);
}

function one(passed: boolean): Counts {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

async function vitest(name: string, projects: string[]): Promise<Counts> {
  const file = `${reports}/${name}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = await node(
    `${tools}/vitest/vitest.mjs`,
    ['run', ...projects.flatMap((project) => ['--project', project]), ...reporters],
    'inherit',
  );
  if (!existsSync(file)) return one(false);
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  // A file that could not be loaded has no test of its own that failed.
  const unloaded = report.testResults.filter(
    ({ status: outcome, assertionResults }) =>
      outcome === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + unloaded;
  return {
    passed: report.numPassedTests,
    // An error outside of any test (a promise nobody awaited) shows in the exit code alone.
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

async function build(): Promise<Counts> {
  const release = await useBuild(console.log, new AbortController().signal);
  release();
  return one(true);
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

async function browser(): Promise<Counts> {
  ensureBrowser();
  const file = `${reports}/browser.json`;
  const status = await node(`${tools}/@playwright/test/cli.js`, ['test'], 'inherit', {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  if (!existsSync(file)) return one(false);
  const { expected, unexpected, flaky, skipped } = (
    JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
  ).stats;
  return { passed: expected + flaky, failed: unexpected === 0 && status !== 0 ? 1 : unexpected, skipped };
}

function node(
  tool: string,
  args: string[],
  said: Said,
  more: Record<string, string> = {},
): Promise<number | null> {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !ownSettings.includes(name) && (!name.startsWith('INTERLOCK_') || name === 'INTERLOCK_NEXT_DIR'),
  );
  const output = said === 'inherit' ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [tool, ...args], {
    stdio: ['ignore', output, output],
    env: { NODE_ENV: 'test', ...Object.fromEntries(kept), NEXT_TELEMETRY_DISABLED: '1', ...more },
  });
  if (said !== 'inherit') {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (said.text += text));
    }
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  });
}
