/**
 * A worker elsewhere: fetches external work of Interlock over HTTP, runs a handler for each, keeps its lease while the handler
 * runs, and reports the result. One file that needs nothing but `fetch`: copy it into your project.
 * docs/external-workers.md shows it at work.
 */

/** JSON, as it travels. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

/** One piece of work, held under a lease. */
export type Work = {
  readonly instance: string;
  readonly execution: string;
  readonly definition: string;
  readonly topic: string;
  readonly input: Readonly<Record<string, JsonValue>>;
  /** The same for every attempt: what has been done under it must not be done again. */
  readonly idempotencyKey: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
};

/**
 * Does the work. What it returns is the result; what it throws is the failure: a `WorkFailure` with a code of its own,
 * anything else as `failed`, to be tried again. `signal` is aborted when the lease is lost: stop then, the result is refused.
 */
export type Handler = (work: Work, signal: AbortSignal) => Promise<JsonValue | void>;

export type ExternalWorkerOptions = {
  /** Address of Interlock, such as `https://workflows.example.com`. */
  readonly url: string;
  /** An API key with the permission `external.work`, for these topics. */
  readonly key: string;
  /** Who works, as history shows it. */
  readonly workerId: string;
  /** A handler by topic. */
  readonly topics: Readonly<Record<string, Handler>>;
  /** Pieces of work at once; 1 where it is left out. */
  readonly concurrency?: number;
  /** How long a lease lasts, in seconds; it is extended while the handler runs. 60 where it is left out. */
  readonly lockSeconds?: number;
  /** Hears of what goes wrong and is tried again: Interlock cannot be reached, a lease was lost. */
  readonly onTrouble?: (message: string, error: unknown) => void;
};

/** A failure that the process should know by its code. */
export class WorkFailure extends Error {
  override readonly name = 'WorkFailure';

  /**
   * @param code such as `card_declined`; `error` transitions and `stopOn` name it
   * @param more `retryable: false` where another try cannot help; `retryAfterSeconds` where it may later
   */
  constructor(
    readonly code: string,
    message: string,
    readonly more: { readonly retryable?: boolean; readonly retryAfterSeconds?: number } = {},
  ) {
    super(message);
  }
}

/** What Interlock answers when it refuses (RFC 9457). */
class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
  ) {
    super(`${status} ${code}: ${detail}`);
  }
}

type Leased = Work & { readonly leaseToken: string };

/** The longest that one fetch waits for work, in seconds. */
const waitSeconds = 25;
/** The longest pause after Interlock could not be reached, in milliseconds. */
const longestPause = 15_000;

export class ExternalWorker {
  readonly #options: Required<ExternalWorkerOptions>;
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #done: Promise<void> | null = null;

  constructor(options: ExternalWorkerOptions) {
    this.#options = { concurrency: 1, lockSeconds: 60, onTrouble: () => undefined, ...options };
  }

  /** Time between two extensions of a lease, in milliseconds. */
  get #beat(): number {
    return Math.floor((this.#options.lockSeconds * 1000) / 3);
  }

  /** Begins to fetch. A key that is refused ends it: `done` then rejects. */
  start(): void {
    this.#done ??= this.#loop();
    this.#done.catch(() => undefined);
  }

  /** Ends when the worker has stopped; rejects when Interlock refuses it for good. */
  get done(): Promise<void> {
    return this.#done ?? Promise.resolve();
  }

  /** Fetches nothing more and waits for the handlers that run. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#done?.catch(() => undefined);
    await Promise.all(this.#running);
  }

  async #loop(): Promise<void> {
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      if (this.#running.size >= this.#options.concurrency) {
        await Promise.race(this.#running);
        continue;
      }
      try {
        for (const work of await this.#fetch(signal)) this.#begin(work);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Problem && error.status < 500 && error.status !== 429) throw error;
        failures += 1;
        this.#options.onTrouble('Interlock could not be reached; trying again', error);
        await pause(Math.min(longestPause, 250 * 2 ** failures), signal);
      }
    }
  }

  async #fetch(signal: AbortSignal): Promise<readonly Leased[]> {
    const { topics, concurrency, lockSeconds } = this.#options;
    const asked = {
      topics: Object.keys(topics),
      max: Math.min(50, concurrency - this.#running.size),
      lockSeconds,
      waitSeconds,
    };
    const answer = await this.#post('fetch-and-lock', asked, signal);
    return (answer as { items: Leased[] }).items;
  }

  #begin(work: Leased): void {
    const running: Promise<void> = this.#run(work).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #run(work: Leased): Promise<void> {
    const lost = new AbortController();
    const { leaseToken, ...shown } = work;
    const { instance, execution } = work;
    const held = { instance, execution, leaseToken };
    const heartbeat = setInterval(() => void this.#extend(held, lost), this.#beat);
    let report: readonly [path: string, body: object];
    try {
      const result = await this.#options.topics[work.topic]!(shown, lost.signal);
      report = ['complete', { ...held, result: result ?? null }];
    } catch (error) {
      report = ['fail', { ...held, error: describe(error) }];
    }
    try {
      if (!lost.signal.aborted) await this.#report(...report, lost.signal);
    } catch (error) {
      this.#options.onTrouble(`the result of ${execution} could not be reported`, error);
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** The work has been done; only its record is missing. It is tried for as long as the lease is held. */
  async #report(path: string, body: object, lost: AbortSignal): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#post(path, body, AbortSignal.timeout(30_000));
        return;
      } catch (error) {
        const final = error instanceof Problem && error.status < 500 && error.status !== 429;
        if (final || lost.aborted || tries === 20) throw error;
        this.#options.onTrouble('a result could not be reported; trying again', error);
        await pause(Math.min(longestPause, 250 * 2 ** tries), lost);
      }
    }
  }

  async #extend(held: object, lost: AbortController): Promise<void> {
    const { lockSeconds, onTrouble } = this.#options;
    try {
      await this.#post('extend', { ...held, lockSeconds }, AbortSignal.timeout(this.#beat));
    } catch (error) {
      if (error instanceof Problem && error.status < 500 && error.status !== 429) lost.abort(error);
      onTrouble('a lease could not be extended', error);
    }
  }

  async #post(path: string, body: object, signal: AbortSignal): Promise<unknown> {
    const { url, key, workerId } = this.#options;
    const response = await fetch(`${url.replace(/\/+$/, '')}/api/workflows/workers/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ workerId, ...body }),
      signal,
    });
    const answer = (await response.json().catch(() => ({}))) as { code?: string; detail?: string };
    if (response.ok) return answer;
    throw new Problem(response.status, answer.code ?? 'unknown', answer.detail ?? response.statusText);
  }
}

function describe(error: unknown): object {
  const message = error instanceof Error && error.message !== '' ? error.message : String(error);
  if (error instanceof WorkFailure)
    return { code: error.code, message: message.slice(0, 2_000), ...error.more };
  return { code: 'failed', message: message.slice(0, 2_000) };
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
