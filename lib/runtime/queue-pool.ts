import type { Pool, PoolClient } from 'pg';
import { createPool } from '@/lib/database/pool';

/**
 * The pool of the role that owns the queue, fit for Graphile Worker.
 *
 * Its commits do not wait for the disk: what a crash of the server takes back of them (a job handed over, taken or ended, a delivery
 * marked as sent) is done once more, and a job that comes twice does no harm. What a job brings about is committed through the app's
 * pool, which waits, and a later commit is never on the disk before an earlier one.
 *
 * A connection that is given back twice is given back once: Graphile Worker's listener (0.17.3) does so when its connection is lost
 * while it stops, where nobody catches the error, and the process would end by it.
 * @param concurrency jobs that run at once
 */
export function createQueuePool(ownerUrl: string, concurrency: number): Pool {
  const pool = createPool(ownerUrl, {
    application_name: 'interlock-queue',
    // One connection for each job that may be taken or ended at the same moment, one that listens, two that relay, two for samples.
    max: concurrency + 5,
    options: '-c synchronous_commit=off',
  });
  const connect = pool.connect.bind(pool) as { (): Promise<PoolClient>; (callback: OnConnected): void };
  pool.connect = ((callback?: OnConnected) =>
    callback
      ? connect((error, client, release) => callback(error, client, once(release)))
      : connect()) as Pool['connect'];
  return pool;
}

type Release = (error?: Error | boolean) => void;
type OnConnected = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

function once(release: Release): Release {
  let released = false;
  return (error) => {
    if (released) return;
    released = true;
    release(error);
  };
}
