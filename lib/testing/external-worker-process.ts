import { ExternalWorker, type Handler, WorkFailure } from '@/lib/external-worker-client/external-worker';

/** What a test gives an external worker in a process of its own, as JSON in its first argument. */
export type ExternalWorkerProcessOptions = {
  readonly url: string;
  readonly key: string;
  readonly workerId: string;
  /** True: it does effects at a partner, and nothing else. */
  readonly delivers?: boolean;
};

const { url, key, workerId, delivers } = JSON.parse(process.argv[2] ?? '{}') as ExternalWorkerProcessOptions;

const say = (what: object) => void process.stdout.write(`${JSON.stringify(what)}\n`);

/** An effect at a partner, whose address is in the input. */
const deliver: Handler = async ({ input, idempotencyKey }, signal) => {
  const headers = { 'idempotency-key': idempotencyKey };
  const { ok, status } = await fetch(String(input['url']), { method: 'POST', headers, signal });
  if (!ok) throw new WorkFailure(`http_${status}`, `The partner answered ${status}.`);
  return { status };
};

const worker = new ExternalWorker({
  url,
  key,
  workerId,
  lockSeconds: 5,
  concurrency: 3,
  topics: delivers
    ? { deliver }
    : {
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
process.send?.({ ready: workerId });
// The test is gone: nothing of it may stay behind.
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
await worker.done;
