import { ExternalWorker, WorkFailure } from './external-worker';

// node --import tsx lib/external-worker-client/example.ts, with INTERLOCK_URL and INTERLOCK_WORKER_KEY: a worker for the
// topics `measure` and `charge`.
const worker = new ExternalWorker({
  url: process.env['INTERLOCK_URL'] ?? 'http://localhost:3000',
  key: process.env['INTERLOCK_WORKER_KEY'] ?? '',
  workerId: `example-${process.pid}`,
  concurrency: 4,
  onTrouble: (message, error) => console.error(message, error),
  topics: {
    measure: ({ input }) => Promise.resolve({ length: JSON.stringify(input).length }),
    charge: async ({ input, idempotencyKey }, signal) => {
      const amount = input['amount'];
      if (typeof amount !== 'number' || amount <= 0) {
        throw new WorkFailure('invalid_amount', 'The amount has to be above zero.', { retryable: false });
      }
      const response = await fetch('https://bank.example/charges', {
        method: 'POST',
        // Another attempt of the same work sends the same key, so that nobody is charged twice.
        headers: { 'idempotency-key': idempotencyKey, 'content-type': 'application/json' },
        body: JSON.stringify({ amount }),
        signal,
      });
      if (!response.ok) throw new Error(`The bank answered ${response.status}.`);
      return { charged: amount };
    },
  },
});
worker.start();
process.on('SIGTERM', () => void worker.stop());
await worker.done;
