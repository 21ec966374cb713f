import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { holderOf, tryLock, waitForLock } from '@/lib/cli/lock.mjs';
import { Refusal } from '@/lib/cli/refusal';

const folders = ['app', 'components', 'lib', 'messages', 'public', 'prisma/schema'];
/** What is no part of the screens. */
const besides = /\.test\.tsx?$|^lib\/(cli|testing|database\/generated)\//;

/** Where Next builds into. */
export const buildFolder = () => process.env.INTERLOCK_NEXT_DIR || '.next';

/**
 * Builds the screens unless a build of the present sources is there, and registers this process as its user. Of two
 * starts of one clone, the second waits for the first's build and uses it; and a build that somebody serves from is
 * never replaced under it.
 * @param stop aborts the build
 * @returns ends the registration
 * @throws Refusal when the build fails, or another copy still serves the build of older sources
 */
export async function useBuild(onEvent: (message: string) => void, stop: AbortSignal): Promise<() => void> {
  const state = `${buildFolder()}.state`;
  mkdirSync(state, { recursive: true });
  const release = await waitForLock(path.join(state, 'building'), (pid) =>
    onEvent(`Process ${pid} is building; waiting for it`),
  );
  try {
    const sources = sourceHash();
    if (builtFrom() !== sources) {
      refuseWhileServed(state);
      onEvent('Building the screens (once for each change of the sources)');
      await build(stop);
      writeFileSync(path.join(buildFolder(), 'SOURCES'), sources);
    }
    const user = tryLock(path.join(state, `user-${process.pid}`));
    return user.held ? user.release : () => undefined;
  } finally {
    release();
  }
}

function refuseWhileServed(state: string): void {
  const user = readdirSync(state)
    .filter((name) => /^user-\d+$/.test(name))
    .map((name) => holderOf(path.join(state, name)))
    .find((pid) => pid !== null && pid !== process.pid);
  if (!user) return;
  throw new Refusal(
    `The sources have changed, and another copy of Interlock (process ${user}) still serves this clone's older build. ` +
      'Stop that copy first, or start this one from a clone of its own.',
  );
}

async function build(stop: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: stop,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said = (said + chunk).slice(-20_000);
    });
  }
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  if (code !== 0)
    throw new Refusal(stop.aborted ? 'The build was stopped.' : `The build failed:\n${said.trim()}`);
}

function builtFrom(): string | null {
  const mark = path.join(buildFolder(), 'SOURCES');
  return existsSync(path.join(buildFolder(), 'BUILD_ID')) && existsSync(mark)
    ? readFileSync(mark, 'utf8')
    : null;
}

function sourceHash(): string {
  const hash = createHash('sha256').update(process.version);
  // Next itself edits tsconfig.json and next-env.d.ts; what they say of a build changes together with sources.
  const rootFiles = readdirSync('.').filter((name) => /(?<!\.d)\.ts$|\.mjs$|^package-lock\.json$/.test(name));
  for (const file of [...rootFiles, ...folders.flatMap(filesBelow)].sort()) {
    if (!besides.test(file)) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name).replaceAll(path.sep, '/'));
}
