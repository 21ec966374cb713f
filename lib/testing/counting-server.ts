import { type IncomingMessage, type ServerResponse, createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A call as the server got it. */
export type Received = {
  readonly method: string;
  readonly path: string;
  /** Its Idempotency-Key. */
  readonly key: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Which call with this key it is, from 1. */
  readonly count: number;
  /** True when the caller went away before it was answered. */
  abandoned: boolean;
};

export type Answer = {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The partner whom activities call: a local HTTP server that keeps what it got and answers as it is told. */
export class CountingServer {
  readonly received: Received[] = [];
  /** How to answer; by default with 200 and an empty JSON object. */
  answer: (call: Received) => Answer | Promise<Answer> = () => ({});
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      // A caller that dies while it asks gets no answer.
      this.#handle(request, response).catch(() => response.destroy());
    });
  }

  static async start(port = 0, address = '127.0.0.1'): Promise<CountingServer> {
    const server = createServer({ keepAliveTimeout: 1_000 });
    const counting = new CountingServer(server);
    await new Promise<void>((resolve) => server.listen(port, address, resolve));
    return counting;
  }

  /** Address and port, as INTERLOCK_ALLOWED_HOSTS takes it. */
  get host(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || !address) throw new Error('the server has stopped');
    return `${address.address}:${address.port}`;
  }

  url(path = '/pay'): string {
    return `http://${this.host}${path}`;
  }

  /** The distinct keys of the calls. */
  keys(): string[] {
    return [...new Set(this.received.map(({ key }) => key))].sort();
  }

  /** Begins anew: nothing received, the usual answer. */
  forget(): void {
    this.received.length = 0;
    this.answer = () => ({});
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const key = String(request.headers['idempotency-key'] ?? '');
    const call: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      key,
      body,
      headers: request.headers,
      count: this.received.filter((one) => one.key === key).length + 1,
      abandoned: false,
    };
    this.received.push(call);
    response.on('close', () => {
      call.abandoned ||= !response.writableFinished;
    });
    const { status = 200, body: text = '{}', headers = {} } = await this.answer(call);
    if (response.destroyed) return;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(text);
  }
}

/** An answer that takes its time, in milliseconds. */
export async function later(milliseconds: number, answer: Answer = {}): Promise<Answer> {
  await sleep(milliseconds, undefined, { ref: false });
  return answer;
}
