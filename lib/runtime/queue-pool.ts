import type { Pool } from 'pg';
import { createPool } from '@/lib/database/pool';

/**
 * The pool of the role that owns the queue. Its commits do not wait for the disk: what a crash of the server takes back of them (a job
 * handed over, taken or ended, a delivery marked as sent) is done once more, and a job that comes twice does no harm. What a job brings
 * about is committed through the app's pool, which waits, and a later commit is never on the disk before an earlier one.
 * @param concurrency jobs that run at once
 */
export function createQueuePool(ownerUrl: string, concurrency: number): Pool {
  return createPool(ownerUrl, {
    application_name: 'interlock-queue',
    // One connection for each job that may be taken or ended at the same moment, one that listens, two that relay, two for samples.
    max: concurrency + 5,
    options: '-c synchronous_commit=off',
  });
}
