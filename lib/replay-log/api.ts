import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request, type Dispatcher } from 'undici';

export type Answer = {
  readonly status: number;
  /** True when the body is a problem document (RFC 9457). */
  readonly problem: boolean;
  readonly body: unknown;
  readonly etag: string | null;
};

export type Call = {
  readonly method: 'GET' | 'PUT' | 'POST';
  /** Below /api/workflows. */
  readonly path: string;
  readonly body?: unknown;
  /** E-mail address of the person on whose behalf the key acts. */
  readonly actAs?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The server does the same thing twice as once, so the call may be sent again after a broken connection. */
  readonly repeatable?: boolean;
};

const tries = 5;
const firstPauseMs = 200;

/** The product could not be reached, or answered a call that must succeed with a refusal. */
export class ApiFailure extends Error {}

/** Calls the HTTP API of a running product with a key. Reads and repeatable calls survive a short outage. */
export class Api {
  readonly #base: string;
  readonly #key: string;
  readonly #agent: Agent;

  /** `connections` bounds the calls that run at once. */
  constructor(url: string, key: string, connections: number) {
    this.#base = `${url.replace(/\/+$/, '')}/api/workflows`;
    this.#key = key;
    this.#agent = new Agent({ connections, headersTimeout: 60_000, bodyTimeout: 60_000 });
  }

  /** The answer, whatever its status. Throws `ApiFailure` when there is none. */
  async call(call: Call): Promise<Answer> {
    const repeatable = call.repeatable ?? call.method === 'GET';
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === tries;
      try {
        const response = await this.#send(call);
        const busy = response.statusCode === 429 || response.statusCode === 503;
        if (!busy || last) return await answerOf(response);
        await response.body.dump();
        await pause(Math.max(retryAfterMs(response), firstPauseMs * 2 ** attempt));
      } catch (error) {
        if (!repeatable || last)
          throw new ApiFailure(`${call.method} ${this.#base}${call.path}: ${reasonOf(error)}`);
        await pause(firstPauseMs * 2 ** attempt);
      }
    }
  }

  /** The body of a call that must succeed. Throws `ApiFailure` with the server's own words when it does not. */
  async must(call: Call): Promise<unknown> {
    const answer = await this.call(call);
    if (answer.status < 300) return answer.body;
    throw new ApiFailure(`${call.method} ${this.#base}${call.path} was refused: ${describe(answer)}`);
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  #send(call: Call): Promise<Dispatcher.ResponseData> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#key}`,
      accept: 'application/json, application/problem+json',
      ...call.headers,
    };
    if (call.actAs) headers['interlock-act-as'] = call.actAs;
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    return request(this.#base + call.path, {
      method: call.method,
      headers,
      body: call.body === undefined ? null : JSON.stringify(call.body),
      dispatcher: this.#agent,
    });
  }
}

/** An answer in one line: its status and the words of its problem document. */
export function describe(answer: Answer): string {
  const body = answer.body;
  if (typeof body !== 'object' || body === null)
    return `${answer.status} ${String(body).slice(0, 200)}`.trim();
  const said = body as Record<string, unknown>;
  const words = [said['code'], said['title'], said['detail']].filter((word) => typeof word === 'string');
  const errors = said['errors'] ?? said['findings'];
  const details = errors === undefined ? '' : ` ${JSON.stringify(errors).slice(0, 500)}`;
  return `${answer.status} ${words.join(', ')}${details}`;
}

async function answerOf(response: Dispatcher.ResponseData): Promise<Answer> {
  const text = await response.body.text();
  const type = String(response.headers['content-type'] ?? '');
  const etag = response.headers['etag'];
  return {
    status: response.statusCode,
    problem: type.startsWith('application/problem+json'),
    body: /json/.test(type) && text !== '' ? (JSON.parse(text) as unknown) : text,
    etag: typeof etag === 'string' ? etag : null,
  };
}

function retryAfterMs(response: Dispatcher.ResponseData): number {
  const seconds = Number(response.headers['retry-after']);
  return Number.isFinite(seconds) ? Math.min(seconds, 30) * 1000 : 0;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'nothing answers there. Is the product running at this address?';
  return error.message || code;
}
