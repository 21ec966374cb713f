import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { ExternalWorkerProcessOptions } from './external-worker-process';
import type { NetworkNamespace } from './network-namespace';
import type { WorkerProcessOptions } from './worker-process';

/** A worker in a process of its own. */
export type WorkerProcess = {
  /** Its id in the database, once it is ready. */
  readonly ready: Promise<string>;
  readonly exited: Promise<void>;
  /** `kill -9`. */
  kill(): void;
  /** `kill -STOP`: it stands still where it is. */
  pause(): void;
  /** `kill -CONT`. */
  goOn(): void;
};

/**
 * Starts workers as processes, so that they can be killed. They run from one bundle, since a process that compiles
 * TypeScript first would be killed before it had done anything.
 */
export class WorkerProcesses {
  readonly #children = new Set<ChildProcess>();

  private constructor(
    private readonly bundle: string,
    private readonly options: object,
  ) {}

  static prepare(options: WorkerProcessOptions): Promise<WorkerProcesses> {
    return WorkerProcesses.#bundle('worker-process', options);
  }

  /** Workers elsewhere, which reach the product over HTTP. */
  static prepareExternal(options: Omit<ExternalWorkerProcessOptions, 'workerId'>): Promise<WorkerProcesses> {
    return WorkerProcesses.#bundle('external-worker-process', options);
  }

  static async #bundle(entry: string, options: object): Promise<WorkerProcesses> {
    // Beneath node_modules, from where the bundle finds its packages.
    const folder = path.resolve('node_modules/.cache/interlock-test');
    mkdirSync(folder, { recursive: true });
    const bundle = path.join(folder, `${entry}-${process.pid}-${Date.now()}.mjs`);
    await build({
      entryPoints: [`lib/testing/${entry}.ts`],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'error',
    });
    return new WorkerProcesses(bundle, options);
  }

  /**
   * @param more settings of this one process
   * @param host where it runs; this one where it is left out
   */
  start(
    more: Partial<WorkerProcessOptions & ExternalWorkerProcessOptions> = {},
    host?: NetworkNamespace,
  ): WorkerProcess {
    const args = [this.bundle, JSON.stringify({ ...this.options, ...more })];
    const [program, given] = host?.command(process.execPath, args) ?? [process.execPath, args];
    const child = spawn(program, given, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, LOG_LEVEL: 'silent', NODE_ENV: 'production' },
    });
    this.#children.add(child);
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => {
        this.#children.delete(child);
        resolve();
      });
    });
    const ready = new Promise<string>((resolve, reject) => {
      child.once('message', (message: { ready: string }) => resolve(message.ready));
      child.once('exit', () => reject(new Error('the worker ended before it was ready')));
    });
    // Whoever kills a worker before it is ready does not wait for that.
    ready.catch(() => undefined);
    return {
      ready,
      exited,
      kill: () => void child.kill('SIGKILL'),
      pause: () => void child.kill('SIGSTOP'),
      goOn: () => void child.kill('SIGCONT'),
    };
  }

  /** Kills what still runs. */
  async killAll(): Promise<void> {
    const ends = [...this.#children].map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of this.#children) child.kill('SIGKILL');
    await Promise.all(ends);
  }

  /** Leaves nothing behind. */
  async stop(): Promise<void> {
    await this.killAll();
    rmSync(this.bundle, { force: true });
  }
}
