import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
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
  run: () => Counts | Promise<Counts>;
}

const tools = 'node_modules';
const reports = 'report';

/** The tests say for themselves where they run; what a developer has set for a product of their own stays out. */
const ownSettings = ['PORT', 'SMTP_URL', 'LOG_LEVEL'];

/** In this order, since what is cheap and says most comes first. */
const steps: Step[] = [
  { name: 'types', run: types },
  { name: 'lint', run: () => check(`${tools}/eslint/bin/eslint.js`, ['--max-warnings', '0', '.']) },
  {
    name: 'format',
    run: () => check(`${tools}/prettier/bin/prettier.cjs`, ['--check', '--log-level', 'warn', '.']),
  },
  { name: 'unused', run: () => check(`${tools}/knip/bin/knip.js`, []) },
  { name: 'copies', run: () => check(`${tools}/jscpd/run-jscpd.js`, ['.']) },
  { name: 'unit', run: () => vitest('unit') },
  { name: 'database', run: () => vitest('db') },
  { name: 'build', run: build },
  { name: 'browser', run: browser },
];

/**
 * `npm test`: everything, from a fresh clone on. A step that fails does not keep the next from running.
 * `npm test -- unit lint` runs only the steps named.
 */
await runCommand(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !steps.some((step) => step.name === name));
  if (unknown) {
    throw new Refusal(
      `There is no step "${unknown}"; the steps are ${steps.map(({ name }) => name).join(', ')}.`,
    );
  }
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports);

  const rows: (Counts & { step: string; seconds: number })[] = [];
  for (const { name, run } of steps) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`\n━━ ${name}`);
    const startedAt = Date.now();
    const counts = await attempt(run);
    rows.push({ step: name, ...counts, seconds: Math.round((Date.now() - startedAt) / 1000) });
  }
  return summarize(rows);
});

async function attempt(run: Step['run']): Promise<Counts> {
  try {
    return await run();
  } catch (error) {
    console.error(describe(error));
    return one(false);
  }
}

function summarize(rows: (Counts & { step: string; seconds: number })[]): number {
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
function types(): Counts {
  const generated = node(`${tools}/next/dist/bin/next`, ['typegen']);
  return one(generated === 0 && node(`${tools}/typescript/bin/tsc`, ['--noEmit']) === 0);
}

/** A tool that either is content or is not counts as one test. */
function check(tool: string, args: string[]): Counts {
  return one(node(tool, args) === 0);
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

function vitest(project: string): Counts {
  const file = `${reports}/${project}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = node(`${tools}/vitest/vitest.mjs`, ['run', '--project', project, ...reporters]);
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

function browser(): Counts {
  ensureBrowser();
  const file = `${reports}/browser.json`;
  const status = node(`${tools}/@playwright/test/cli.js`, ['test'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  if (!existsSync(file)) return one(false);
  const { expected, unexpected, flaky, skipped } = (
    JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
  ).stats;
  return { passed: expected + flaky, failed: unexpected === 0 && status !== 0 ? 1 : unexpected, skipped };
}

function node(tool: string, args: string[], more: Record<string, string> = {}): number | null {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !ownSettings.includes(name) && (!name.startsWith('INTERLOCK_') || name === 'INTERLOCK_NEXT_DIR'),
  );
  return spawnSync(process.execPath, [tool, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { NODE_ENV: 'test', ...Object.fromEntries(kept), NEXT_TELEMETRY_DISABLED: '1', ...more },
  }).status;
}
