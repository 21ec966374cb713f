import { ExternalWorker, WorkFailure } from '@/lib/external-worker-client/external-worker';

/** What a test gives an external worker in a process of its own, as JSON in its first argument. */
const { url, key, workerId } = JSON.parse(process.argv[2] ?? '{}') as Record<
  'url' | 'key' | 'workerId',
  string
>;

const say = (what: object) => void process.stdout.write(`${JSON.stringify(what)}\n`);

const worker = new ExternalWorker({
  url,
  key,
  workerId,
  lockSeconds: 5,
  concurrency: 3,
  topics: {
    double: ({ input, idempotencyKey }) => {
      say({ did: idempotencyKey, input });
      return Promise.resolve({ doubled: Number(input['amount']) * 2 });
    },
    flaky: ({ attempt, idempotencyKey }) => {
      say({ did: idempotencyKey, attempt });
      if (attempt < 3)
        throw new WorkFailure('not_yet', `Attempt ${attempt} fails.`, { retryAfterSeconds: 0 });
      return Promise.resolve({ attempt });
    },
    declined: () => {
      throw new WorkFailure('card_declined', 'The card was declined.', { retryable: false });
    },
    slow: async ({ idempotencyKey }) => {
      say({ did: idempotencyKey });
      await new Promise((resolve) => setTimeout(resolve, 9_000));
      return { slow: true };
    },
    // The first worker that has it dies with it.
    deadly: ({ attempt }) => {
      if (attempt === 1) process.kill(process.pid, 'SIGKILL');
      return Promise.resolve({ survived: true });
    },
  },
});
worker.start();
say({ ready: workerId });
process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
await worker.done;
