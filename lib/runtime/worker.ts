import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Configuration } from '@/lib/configuration/configuration';
import { appPool } from '@/lib/database/pool';
import { createMailer } from '@/lib/mail/transport';
import { log } from '@/lib/observability/log';
import { nameProcess } from '@/lib/observability/metrics';
import { createActivities } from './activities/registry';
import type { Worker } from './attempts';
import { closeChangeFeed, onChanges } from './change-feed';
import { lookEvery, verifyDaily } from './daily-verification';
import { EventRelay } from './event-bus/event-relay';
import { activateDueVersions } from './due-versions';
import { advance } from './jobs/advance';
import { runActivity } from './jobs/run-activity';
import { settle } from './jobs/settle-child';
import { sweepKeptSignals } from './kept-signals';
import { readSecrets } from './sealed-secrets';
import { sweepLeases } from './leases';
import { countAll, countEvery } from './operations-counts';
import { OutboxRelay } from './outbox-relay';
import { Queue } from './queue';
import { createQueuePool } from './queue-pool';
import { repeatedly } from './repeatedly';
import { RoomKeeper } from './room-keeper';
import { sweepSchedules } from './schedules';
import { TimerSweeper } from './timer-sweeper';
import { newId } from './uuid';
import { whenReachable } from './when-reachable';
import { WorkerRegistry } from './worker-registry';

export type WorkerOptions = {
  readonly configuration: Pick<Configuration, 'leaseSeconds' | 'allowedHosts'> &
    Partial<Pick<Configuration, 'natsCredentials'>>;
  /** Connection string of the owner, who owns the queue. Everything else goes through the app's role. */
  readonly ownerUrl: string;
  readonly smtpUrl: string;
  /** The product's secret, from which the keys that sign outgoing requests are derived. */
  readonly secret: string;
  /** Attempts that run at once in this process. */
  readonly concurrency?: number;
};

/** How long a stopping worker waits for its running attempts before it aborts them, in milliseconds. */
const patience = 10_000;

/**
 * Starts a worker in this process: it relays the outbox, runs jobs, fires timers, keeps leases and takes over those of
 * lost workers.
 * Any number of them may run on any number of hosts.
 * @returns `stop`, which lets running attempts end and then leaves nothing behind
 */
export async function startWorker(
  options: WorkerOptions,
): Promise<{ readonly id: string; stop(): Promise<void> }> {
  const logger = log('worker');
  const concurrency = options.concurrency ?? 10;
  const owner = createQueuePool(options.ownerUrl, concurrency);
  const stopping = new AbortController();
  const activities = createActivities({
    mailer: createMailer(options.smtpUrl),
    allowedHosts: options.configuration.allowedHosts,
    secret: options.secret,
    secretsOf: (tenantId, names) => readSecrets(appPool(), options.secret, tenantId, names),
  });
  const worker: Worker = {
    id: `${hostname()}-${process.pid}-${newId().slice(-6)}`,
    pool: appPool(),
    perform: activities.perform,
    leaseSeconds: options.configuration.leaseSeconds,
    stopping: stopping.signal,
  };
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      logger.warn({ err: error }, `${what} failed; trying again`);
    }
  };
  const atStart = {
    seconds: 60,
    onWait: (error: unknown) =>
      logger.warn({ err: error }, 'the database cannot be reached yet; trying again'),
  };
  nameProcess(worker.id);
  const registry = new WorkerRegistry(worker, owner, logger);
  await whenReachable(() => registry.enter(), atStart);
  const relay = new OutboxRelay(owner, logger);
  const timers = new TimerSweeper(worker.pool, worker.id, logger);
  const room = new RoomKeeper(worker.pool, () => relay.wake(), logger);
  const events = new EventRelay({
    owner,
    secret: options.secret,
    allowedHosts: options.configuration.allowedHosts,
    natsCredentials: options.configuration.natsCredentials,
    log: logger,
  });
  const stopListening = onChanges({
    moved: (notices) => {
      if (notices.some((notice) => notice.jobs)) relay.wake();
      if (notices.some((notice) => notice.timers)) timers.wake();
      if (notices.some((notice) => notice.room)) room.wake();
      events.wake();
    },
  });
  const tasks = {
    advance: advance(worker),
    'run-activity': runActivity(worker),
    'settle-child': settle(worker),
  };
  const queue = await whenReachable(
    () => Queue.start({ owner, registry, tasks, concurrency, patience, log: logger }),
    atStart,
  );
  const pause = Math.min(2_000, (worker.leaseSeconds * 1000) / 4);
  const beats = repeatedly(pause, () => attempt('saying that it lives', () => registry.beat()));
  const sweeps = repeatedly(pause, () => attempt('the sweep', () => sweepLeases(worker.pool, worker.id)));
  const kept = repeatedly(1_000, () =>
    attempt('the sweep of kept signals', () => sweepKeptSignals(worker.pool, logger)),
  );
  const schedules = repeatedly(1_000, () =>
    attempt('the sweep of schedules', async () => {
      await activateDueVersions(worker.pool, logger);
      await sweepSchedules(worker.pool, worker.id, logger);
    }),
  );
  const samples = repeatedly(lookEvery, () =>
    attempt('the daily verification', () => verifyDaily(owner, logger)),
  );
  const counts = repeatedly(countEvery, () =>
    attempt('counting the live instances', () => countAll(owner, worker.pool)),
  );
  relay.wake();
  logger.info({ workerId: worker.id }, 'worker ready');

  return {
    id: worker.id,
    async stop() {
      stopListening();
      await Promise.all([
        kept.stop(),
        schedules.stop(),
        sweeps.stop(),
        relay.stop(),
        timers.stop(),
        room.stop(),
        events.stop(),
        samples.stop(),
        counts.stop(),
      ]);
      const ended = queue.stop();
      await Promise.race([ended, sleep(patience, undefined, { ref: false })]);
      stopping.abort(new Error('The worker stops.'));
      await ended;
      await beats.stop();
      await registry.leave();
      await closeChangeFeed();
      await activities.close();
      await owner.end();
      logger.info({ workerId: worker.id }, 'worker stopped');
    },
  };
}
