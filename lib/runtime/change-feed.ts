import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { log } from '@/lib/observability/log';
import { appPool } from '@/lib/database/pool';
import { type Notice, onNotices } from './notices';

/** Which instances of a tenant have moved, in this process or in another. */
export type ChangeListener = (notices: readonly Notice[]) => void;

const channel = 'interlock_moves';
/** PostgreSQL takes 8,000 bytes at most in one notice; 60 ids of 75 characters stay below. */
const mostPerNotice = 60;

/**
 * Passes notices of moves between processes: what this one gathered goes out by NOTIFY on a connection of its own, never
 * in a move's transaction (DESIGN 18); what others send comes in by LISTEN. When the connection is lost it is made anew;
 * notices of that time are lost, so listeners look by themselves from time to time.
 */
class ChangeFeed {
  readonly #origin = randomUUID();
  readonly #listeners = new Set<ChangeListener>();
  #client: pg.Client | null = null;
  #closed = false;
  /** One at a time: a connection takes one statement after the other. */
  #sending: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | null = null;
  readonly #stopNotices: () => void;

  constructor(private readonly url: string) {
    this.#stopNotices = onNotices((notices) => {
      this.#tell(notices);
      this.#send(notices);
    });
    void this.#connect();
  }

  listen(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopNotices();
    if (this.#retry) clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    if (this.#closed) return;
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'interlock-changes',
      keepAlive: true,
    });
    const lost = () => {
      if (this.#client === client) this.#client = null;
      client.removeAllListeners('end');
      if (!this.#closed) this.#retry ??= setTimeout(() => this.#reconnect(), 1_000).unref();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => this.#receive(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      this.#client = client;
    } catch (error) {
      log('changes').warn({ err: error }, 'no connection for notices; trying again');
      lost();
    }
  }

  #reconnect(): void {
    this.#retry = null;
    void this.#connect();
  }

  #send(notices: readonly Notice[]): void {
    for (let index = 0; index < notices.length; index += mostPerNotice) {
      const payload = JSON.stringify({
        from: this.#origin,
        moves: notices
          .slice(index, index + mostPerNotice)
          .map(({ tenantId, instanceId, jobs, timers, room }) => [
            tenantId,
            instanceId,
            (jobs ? 1 : 0) + (timers ? 2 : 0) + (room ? 4 : 0),
          ]),
      });
      this.#sending = this.#sending.then(() => this.#notify(payload));
    }
  }

  /** A notice that cannot be sent is lost, as the description of this class says. */
  async #notify(payload: string): Promise<void> {
    await this.#client?.query('SELECT pg_notify($1, $2)', [channel, payload]).catch(() => undefined);
  }

  #receive(payload: string | undefined): void {
    const { from, moves } = JSON.parse(payload ?? '{"moves":[]}') as {
      from?: string;
      moves: [string, string, number][];
    };
    if (from === this.#origin) return;
    this.#tell(
      moves.map(([tenantId, instanceId, left]) => ({
        tenantId,
        instanceId,
        jobs: (left & 1) !== 0,
        timers: (left & 2) !== 0,
        room: (left & 4) !== 0,
      })),
    );
  }

  #tell(notices: readonly Notice[]): void {
    for (const listener of this.#listeners) listener(notices);
  }
}

const shared = globalThis as typeof globalThis & { interlockChanges?: ChangeFeed };

/**
 * Calls the listener with every instance that moves, of all tenants and in all processes.
 * @returns a function that ends it
 */
export function onChanges(listener: ChangeListener): () => void {
  const { connectionString } = appPool().options;
  if (!connectionString) throw new Error('the pool of the app has no connection string');
  shared.interlockChanges ??= new ChangeFeed(connectionString);
  return shared.interlockChanges.listen(listener);
}

/**
 * Calls the listener with the ids of the tenant's instances that moved.
 * @returns a function that ends it
 */
export function subscribe(tenantId: string, listener: (instanceIds: readonly string[]) => void): () => void {
  return onChanges((notices) => {
    const own = notices.filter((notice) => notice.tenantId === tenantId).map(({ instanceId }) => instanceId);
    if (own.length > 0) listener(own);
  });
}

/** Ends the feed of this process. */
export async function closeChangeFeed(): Promise<void> {
  await shared.interlockChanges?.close();
  delete shared.interlockChanges;
}
