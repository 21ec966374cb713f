import { ExternalWorker, WorkFailure } from './external-worker';

// node --import tsx lib/external-worker-client/example.ts http://localhost:3000 ilk_…: a worker for the topics `measure` and
// `charge`.
const [url = '', key = ''] = process.argv.slice(2);
const worker = new ExternalWorker({
  url,
  key,
  workerId: `example-${process.pid}`,
  concurrency: 4,
  onTrouble: (message, error) => void process.stderr.write(`${message}: ${String(error)}\n`),
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
