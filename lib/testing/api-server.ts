import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** Serves route handlers over HTTP as Next does, for clients in other processes. Paths have no parameters. */
export class ApiServer {
  private constructor(
    readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  /** @param routes path → handler of POST */
  static async start(routes: Readonly<Record<string, Handler>>): Promise<ApiServer> {
    const server = createServer((request, response) => {
      // A client that dies while it asks gets no answer.
      serve(routes, request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return new ApiServer(`http://127.0.0.1:${port}`, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
  }
}

async function serve(
  routes: Readonly<Record<string, Handler>>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const handler = routes[incoming.url ?? ''];
  if (!handler) return void outgoing.writeHead(404).end('{}');
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  const request = new Request(`http://localhost${incoming.url}`, {
    method: 'POST',
    headers: incoming.headers as Record<string, string>,
    body: Buffer.concat(chunks),
    signal: gone.signal,
  });
  const response = await handler(request, { params: Promise.resolve({}) });
  const body = await response.text();
  if (!outgoing.destroyed)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body);
}
