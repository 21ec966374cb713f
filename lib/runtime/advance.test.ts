import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { runAttempts } from './advance';

test('a worker that stops before an attempt fails its job, so that the activity is not left behind', async () => {
  const worker = {
    id: 'w',
    pool: {} as Pool,
    perform: () => Promise.reject(new Error('not to be performed')),
    leaseSeconds: 30,
    stopping: AbortSignal.abort(new Error('The worker stops.')),
  };

  const work = runAttempts(worker, { tenantId: 't', instanceId: 'i' }, 'main:paying:1:pay');

  await expect(work).rejects.toThrow('The worker stops.');
});
