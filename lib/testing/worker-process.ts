import { createPool, useAppPool } from '@/lib/database/pool';
import { registerFunctions } from '@/lib/runtime/activities/functions';
import { startWorker } from '@/lib/runtime/worker';
import { testSecret } from '@/lib/testing/secret';

/** What `spawnWorker` gives a worker process, as JSON in its first argument. */
export type WorkerProcessOptions = {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly leaseSeconds: number;
  readonly allowedHosts: readonly string[];
  readonly concurrency: number;
  /** How far the clock of this process is wrong; 0 where it is left out. */
  readonly clockShiftSeconds?: number;
};

const options = JSON.parse(process.argv[2] ?? '{}') as WorkerProcessOptions;
shiftClock((options.clockShiftSeconds ?? 0) * 1000);

registerFunctions({
  // Work that takes the whole process with it.
  boom: () => process.exit(1),
  // Work that takes longer than any test: only a lost worker ends it.
  endless: (_, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  quick: () => Promise.resolve({ done: true }),
});

useAppPool(createPool(options.appUrl));
const worker = await startWorker({
  configuration: { leaseSeconds: options.leaseSeconds, allowedHosts: options.allowedHosts },
  ownerUrl: options.ownerUrl,
  smtpUrl: 'smtp://127.0.0.1:1',
  secret: testSecret,
  concurrency: options.concurrency,
});
process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
// The test is gone: nothing of it may stay behind.
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: worker.id });

/** Whoever asks for the time from here on gets a wrong one; timers of Node count on as they did. */
function shiftClock(milliseconds: number): void {
  if (milliseconds === 0) return;
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given: [] | [string | number | Date]) {
      super(given.length === 0 ? Real.now() + milliseconds : given[0]);
    }
    static override now(): number {
      return Real.now() + milliseconds;
    }
  } as unknown as DateConstructor;
}
