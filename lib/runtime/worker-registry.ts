import { EventEmitter } from 'node:events';
import { hostname } from 'node:os';
import { Logger as QueueLogger, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { processFigures } from '@/lib/observability/metrics';
import type { Worker } from './attempts';

/** How often a worker writes its figures down, in milliseconds. */
const figuresEvery = 5_000;

/**
 * Who is at work. A process says every few seconds that it lives; one that has been silent for the lease time is gone,
 * and its jobs, which the queue itself would keep locked for four hours, are unlocked for the others.
 */
export class WorkerRegistry {
  /** Ids of the queue's jobs that this process has taken: those that it is at, and the next ones. */
  readonly #jobs = new Set<string>();
  #nextUnlock = 0;
  #nextFigures = 0;

  constructor(
    private readonly worker: Pick<Worker, 'id' | 'pool' | 'leaseSeconds'>,
    private readonly owner: Pool,
    private readonly log: Logger,
  ) {}

  async enter(): Promise<void> {
    await this.worker.pool.query(
      `INSERT INTO worker_processes (id, host, pid, jobs) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`,
      [this.worker.id, hostname(), process.pid, [...this.#jobs]],
    );
  }

  /** Says that this process lives, and takes over the jobs of those that do not any more. */
  async beat(): Promise<void> {
    const { rowCount } = await this.worker.pool.query({
      name: 'worker_beat',
      text: `UPDATE worker_processes SET seen_at = now(), jobs = $2, figures = coalesce($3, figures) WHERE id = $1`,
      values: [this.worker.id, [...this.#jobs], await this.#figures()],
    });
    // Others took this process for dead while it slept; it is back.
    if (rowCount === 0) await this.enter();
    const { rows } = await this.worker.pool.query<{ id: string }>({
      name: 'forget_dead_workers',
      text: 'DELETE FROM worker_processes WHERE seen_at < now() - make_interval(secs => $1) RETURNING id',
      values: [this.worker.leaseSeconds],
    });
    if (rows.length > 0) this.log.warn({ lostWorkers: rows.map(({ id }) => id) }, 'workers are gone');
    if (rows.length > 0 || Date.now() > this.#nextUnlock) await this.#unlockOrphans();
  }

  async leave(): Promise<void> {
    await this.worker.pool
      .query('DELETE FROM worker_processes WHERE id = $1', [this.worker.id])
      .catch((error: unknown) => this.log.warn({ err: error }, 'the worker could not sign off'));
  }

  /** Events of one pool of queue workers; from them the registry learns which jobs it has. */
  queueEvents(): WorkerEvents {
    const events: WorkerEvents = new EventEmitter();
    events.on('localQueue:getJobs:complete', ({ jobs }) => jobs.forEach(({ id }) => this.#jobs.add(id)));
    events.on('localQueue:returnJobs', ({ jobs }) => jobs.forEach(({ id }) => this.#jobs.delete(id)));
    events.on('job:success', ({ job }) => this.#jobs.delete(job.id));
    events.on('job:error', ({ job, error }) => {
      this.#jobs.delete(job.id);
      this.log.warn(
        { err: error, job: job.id, task: job.task_identifier, attempt: job.attempts },
        'job failed',
      );
    });
    return events;
  }

  queueLogger(): QueueLogger {
    return new QueueLogger(() => (level, message) => {
      if (level === 'error') this.log.error(message);
      else if (level === 'warning') this.log.warn(message);
      else this.log.debug(message);
    });
  }

  /** What this process has counted, for `/api/metrics` of the web; null when it was written down a moment ago. */
  async #figures(): Promise<string | null> {
    if (Date.now() < this.#nextFigures) return null;
    this.#nextFigures = Date.now() + figuresEvery;
    return JSON.stringify(await processFigures());
  }

  /**
   * Unlocks jobs that are locked for longer than a lease although no process at work says that it has them: those of lost
   * workers, those whose end could not be written, and those of which the answer never came that they had been taken.
   */
  async #unlockOrphans(): Promise<void> {
    const { leaseSeconds } = this.worker;
    this.#nextUnlock = Date.now() + leaseSeconds * 1000;
    const { rows } = await this.owner.query<{ id: string }>(
      `UPDATE graphile_worker._private_jobs j SET locked_by = NULL, locked_at = NULL
       WHERE j.locked_at < now() - make_interval(secs => $1)
         AND NOT EXISTS (SELECT FROM worker_processes w WHERE j.id = ANY (w.jobs))
       RETURNING j.id`,
      [leaseSeconds],
    );
    if (rows.length > 0)
      this.log.warn({ jobs: rows.map(({ id }) => id) }, 'jobs that nobody is at are taken over');
  }
}
