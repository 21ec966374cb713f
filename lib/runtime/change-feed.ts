import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { log } from '@/lib/observability/log';
import { appPool } from '@/lib/database/pool';
import { type DraftNotice, type Notice, onDraftNotices, onNotices } from './notices';

/** Who hears of the instances that move, in this process or in another. */
export type ChangeListener = {
  readonly moved: (notices: readonly Notice[]) => void;
  /** Something has happened with a draft. */
  readonly draft?: (notice: DraftNotice) => void;
  /** Any instance may have moved: notices were lost while there was no connection. */
  readonly missed?: () => void;
};

const channel = 'interlock_moves';
/** PostgreSQL takes 8,000 bytes at most in one notice; 60 ids of 75 characters stay below. */
const mostPerNotice = 60;
/** How long what was heard is kept for those who come a little later, in milliseconds, and how many tellings of it at most. */
const rememberFor = 30_000;
const mostRemembered = 2_000;

type Message = {
  /** The process that sent it: it has told its own listeners already. */
  readonly from: string;
  /** Tenant, instance, and 1 for jobs + 2 for timers + 4 for room at a resource. */
  readonly moves?: readonly [string, string, number][];
  readonly draft?: DraftNotice;
  readonly missed?: true;
};

/**
 * Passes notices of moves between processes: what this one gathered goes out by NOTIFY on a connection of its own, never
 * in a move's transaction (DESIGN 18); what others send comes in by LISTEN. When the connection is lost it is made anew,
 * and listeners are told that they may have missed something, here and in the processes that this one could not reach.
 */
class ChangeFeed {
  readonly #origin = randomUUID();
  readonly #listeners = new Set<ChangeListener>();
  #client: pg.Client | null = null;
  #closed = false;
  /** Whether a notice of this process did not reach the others. */
  #unsent = false;
  /** Since when nothing was missed, in milliseconds since the epoch; Infinity without a connection. */
  #completeSince = Infinity;
  readonly #heard: { readonly at: number; readonly notices: readonly Notice[] }[] = [];
  /** One at a time: a connection takes one statement after the other. */
  #sending: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | null = null;
  readonly #stopNotices: readonly (() => void)[];

  constructor(private readonly url: string) {
    this.#stopNotices = [
      onNotices((notices) => {
        this.#tell(notices);
        this.#send(notices);
      }),
      onDraftNotices((draft) => {
        this.#tellDraft(draft);
        this.#queue({ from: this.#origin, draft });
      }),
    ];
    void this.#connect();
  }

  listen(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * What was heard since an instant of this process's clock.
   * @returns null when it is not known any more, or was not listened to
   */
  heardSince(instant: number): readonly Notice[] | null {
    this.#forget();
    if (instant < this.#completeSince) return null;
    return this.#heard.filter(({ at }) => at >= instant).flatMap(({ notices }) => notices);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const stop of this.#stopNotices) stop();
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
      this.#completeSince = Infinity;
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
      this.#completeSince = Date.now();
      this.#miss();
      if (this.#unsent) this.#queue({ from: this.#origin, missed: true });
      this.#unsent = false;
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
      this.#queue({
        from: this.#origin,
        moves: notices
          .slice(index, index + mostPerNotice)
          .map(({ tenantId, instanceId, jobs, timers, room }) => [
            tenantId,
            instanceId,
            (jobs ? 1 : 0) + (timers ? 2 : 0) + (room ? 4 : 0),
          ]),
      });
    }
  }

  #queue(message: Message): void {
    this.#sending = this.#sending.then(() => this.#notify(JSON.stringify(message)));
  }

  /** A notice that cannot be sent is lost: the others are told so when there is a connection again. */
  async #notify(payload: string): Promise<void> {
    const client = this.#client;
    const sent = await client?.query('SELECT pg_notify($1, $2)', [channel, payload]).catch(() => undefined);
    if (!sent) this.#unsent = true;
  }

  #receive(payload: string | undefined): void {
    const { from, moves = [], draft, missed } = JSON.parse(payload ?? '{}') as Partial<Message>;
    if (from === this.#origin) return;
    if (missed) return this.#miss();
    if (draft) return this.#tellDraft(draft);
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
    this.#heard.push({ at: Date.now(), notices });
    this.#forget();
    for (const { moved } of this.#listeners) moved(notices);
  }

  #tellDraft(notice: DraftNotice): void {
    for (const { draft } of this.#listeners) draft?.(notice);
  }

  #miss(): void {
    this.#completeSince = Math.max(this.#completeSince, Date.now());
    for (const { missed } of this.#listeners) missed?.();
  }

  #forget(): void {
    const old = Date.now() - rememberFor;
    while (this.#heard.length > mostRemembered || (this.#heard[0]?.at ?? Infinity) < old) {
      this.#completeSince = Math.max(this.#completeSince, this.#heard.shift()!.at + 1);
    }
  }
}

const shared = globalThis as typeof globalThis & { interlockChanges?: ChangeFeed };

/**
 * Tells the listener of every instance that moves, of all tenants and in all processes.
 * @returns a function that ends it
 */
export function onChanges(listener: ChangeListener): () => void {
  return feed().listen(listener);
}

/**
 * Calls `moved` with the ids of the tenant's instances that moved, `missed` when any may have, and `draft` with the id of a
 * definition whose draft somebody opened, saved or left.
 * @param since an instant of this process's clock, in milliseconds since the epoch: what has moved since then is told at
 *   once, so that a page may be drawn first and listen afterwards
 * @returns a function that ends it
 */
export function subscribe(
  tenantId: string,
  moved: (instanceIds: readonly string[]) => void,
  {
    missed,
    draft,
    since,
  }: {
    readonly missed?: () => void;
    readonly draft?: (definitionId: string) => void;
    readonly since?: number;
  } = {},
): () => void {
  const tell = (notices: readonly Notice[]) => {
    const own = new Set(
      notices.filter((notice) => notice.tenantId === tenantId).map(({ instanceId }) => instanceId),
    );
    if (own.size > 0) moved([...own]);
  };
  const changes = feed();
  const stop = changes.listen({
    moved: tell,
    missed,
    ...(draft && {
      draft: (notice) => {
        if (notice.tenantId === tenantId) draft(notice.definitionId);
      },
    }),
  });
  if (since !== undefined) {
    const heard = changes.heardSince(since);
    if (heard) tell(heard);
    else missed?.();
  }
  return stop;
}

function feed(): ChangeFeed {
  const { connectionString } = appPool().options;
  if (!connectionString) throw new Error('the pool of the app has no connection string');
  return (shared.interlockChanges ??= new ChangeFeed(connectionString));
}

/** Ends the feed of this process. */
export async function closeChangeFeed(): Promise<void> {
  await shared.interlockChanges?.close();
  delete shared.interlockChanges;
}
