import { setTimeout as sleep } from 'node:timers/promises';
import { type Runner, type TaskList, type WorkerEvents, run } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { WorkerRegistry } from './worker-registry';

/**
 * How long a job that was taken waits for this process to have a hand free, in milliseconds. Then it is given back for others; a
 * process that stops gives back all of those at once.
 */
const patienceOfNext = 100;

/** What giving back may take before others are told, in milliseconds. */
const timeToGiveBack = 20;

export type QueueOptions = {
  /** Pool of the role that owns the queue. */
  readonly owner: Pool;
  readonly registry: WorkerRegistry;
  readonly tasks: TaskList;
  /** Jobs that run at once. */
  readonly concurrency: number;
  /** How long a stopping queue waits for its jobs, in milliseconds. */
  readonly patience: number;
  readonly log: Logger;
};

/**
 * The queue of this process, kept running. Graphile Worker gives a pool of workers up for good when the database is away
 * at the moment when a job ends. Then another pool takes its place, while the jobs of the old one come to their end; what
 * those leave locked is unlocked like a lost worker's (WorkerRegistry), and a job that comes twice does no harm.
 */
export class Queue {
  /** What has to come to its end before the queue has stopped. */
  readonly #pending = new Set<Promise<void>>();
  #runner: Runner | null = null;
  #stopped = false;

  private constructor(private readonly options: QueueOptions) {}

  /** @throws Error when the database cannot be reached: a process that starts should say so */
  static async start(options: QueueOptions): Promise<Queue> {
    const queue = new Queue(options);
    await queue.#begin();
    return queue;
  }

  /** Takes no more jobs and waits for those that run. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#end(this.#runner);
    await Promise.all(this.#pending);
  }

  async #begin(): Promise<void> {
    const { owner, registry, tasks, concurrency, patience } = this.options;
    const events = registry.queueEvents();
    events.once('pool:gracefulShutdown', () => {
      if (!this.#stopped) this.#await(this.#replace());
    });
    events.on('localQueue:init', ({ localQueue }) => holdOpen(localQueue, events));
    events.on('localQueue:returnJobs', ({ jobs }) => this.#await(this.#tellOthers(jobs.length)));
    const runner = await run({
      pgPool: owner,
      noHandleSignals: true,
      taskList: tasks,
      events,
      logger: registry.queueLogger(),
      preset: {
        worker: {
          concurrentJobs: concurrency,
          pollInterval: 1_000,
          gracefulShutdownAbortTimeout: patience,
          // While short jobs run, the next ones are here already; and not so many that others would go without.
          localQueue: { size: 2 * concurrency, ttl: patienceOfNext },
          // Batched, an end that cannot be written is reported; unbatched, it would be a rejection that nobody handles.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    });
    this.#await(runner.promise.catch((error: unknown) => this.#warn(error, 'a pool of the queue has ended')));
    this.#runner = runner;
    // It was told to stop while this pool was on its way.
    if (this.#stopped) await this.#end(runner);
  }

  async #replace(): Promise<void> {
    for (let pause = 250; !this.#stopped; pause = Math.min(pause * 2, 5_000)) {
      await sleep(pause);
      try {
        if (!this.#stopped) await this.#begin();
        return;
      } catch (error) {
        this.#warn(error, 'the queue could not be started again; trying again');
      }
    }
  }

  async #end(runner: Runner | null): Promise<void> {
    await runner?.stop().catch((error: unknown) => this.#warn(error, 'the queue did not stop cleanly'));
  }

  /** Wakes those who have a hand free. Told too early, or not at all, they find the jobs when they look the next time. */
  async #tellOthers(count: number): Promise<void> {
    await sleep(timeToGiveBack);
    await this.options.owner
      .query(`SELECT pg_notify('jobs:insert', json_build_object('count', $1::int)::text)`, [count])
      .catch((error: unknown) => this.#warn(error, 'others were not told of jobs that were given back'));
  }

  #await(work: Promise<void>): void {
    const pending: Promise<void> = work.finally(() => this.#pending.delete(pending));
    this.#pending.add(pending);
  }

  #warn(error: unknown, message: string): void {
    this.options.log.warn({ err: error }, message);
  }
}

/**
 * Graphile Worker (0.17.3) does not wait for what it gives back when it stops, unless something else goes on in the background at
 * that moment, and where that fails nobody catches it: the process would end by it. So something goes on until then.
 */
function holdOpen(localQueue: object, events: WorkerEvents): void {
  const released = new Promise<void>((resolve) => {
    events.on('localQueue:setMode', ({ newMode }) => {
      if (newMode === 'RELEASED') setImmediate(resolve);
    });
  });
  (localQueue as { background(work: Promise<void>): void }).background(released);
}
