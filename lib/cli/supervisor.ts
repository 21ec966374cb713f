import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

/** How to run one of the product's processes. */
export interface ProcessOptions {
  /** What people call it. */
  name: string;
  /** Arguments for Node. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Drops what it prints; errors still show. */
  quiet?: boolean;
  onEvent: (message: string) => void;
}

/** A process that is started again whenever it ends by itself. */
export interface Supervised {
  /** Resolves when the process ends for the first time without having been asked to. */
  firstEnd: Promise<string>;
  /** Asks it to end, and ends it by force after `patience` milliseconds. */
  stop(patience: number): Promise<void>;
  /** Ends it by force. */
  kill(): void;
}

const lifeline = new URL('./lifeline.mjs', import.meta.url).href;
const root = fileURLToPath(new URL('../..', import.meta.url));
/** One that ran this long, in milliseconds, is started again at once. */
const healthy = 60_000;

/**
 * Starts a process and keeps it running, with a growing pause when it keeps ending (up to 10 seconds). It gets a
 * process group of its own, so that a Ctrl-C reaches only its parent, which stops everything in order; should the
 * parent die, the lifeline stops it.
 */
export function supervise(options: ProcessOptions): Supervised {
  let child: ChildProcess;
  let stopping = false;
  let pause = 0;
  let tellFirstEnd: (how: string) => void;
  const firstEnd = new Promise<string>((resolve) => (tellFirstEnd = resolve));

  const start = () => {
    const startedAt = Date.now();
    child = spawn(process.execPath, ['--import', lifeline, ...options.args], {
      cwd: root,
      env: { ...options.env, INTERLOCK_SUPERVISOR: String(process.pid) },
      detached: true,
      stdio: ['ignore', options.quiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
    });
    child.once('error', (error) => options.onEvent(`${options.name}: ${error.message}`));
    child.once('exit', (code, signal) => {
      if (stopping) return;
      const how = `The ${options.name} ended (${signal ?? `exit code ${code}`})`;
      tellFirstEnd(how);
      pause = Date.now() - startedAt > healthy ? 500 : Math.min(10_000, Math.max(500, pause * 2));
      options.onEvent(`${how}; starting it again in ${pause / 1000} s`);
      void sleep(pause).then(() => {
        if (!stopping) start();
      });
    });
  };
  start();

  return {
    firstEnd,
    stop: async (patience) => {
      stopping = true;
      if (!child.pid || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), patience);
      await ended;
      clearTimeout(late);
    },
    kill: () => {
      stopping = true;
      child.kill('SIGKILL');
    },
  };
}
