import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** The handler of POST at a path, with the parameters in it. */
type Routes = (path: string) => { handler: Handler; params: Record<string, string> } | undefined;

/** Serves route handlers over HTTP as Next does, for clients in other processes. */
export class ApiServer {
  private constructor(
    readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  /** @param given path → handler of POST, or what finds it where the path has parameters */
  static async start(given: Readonly<Record<string, Handler>> | Routes): Promise<ApiServer> {
    const routes: Routes =
      typeof given === 'function'
        ? given
        : (path) => (given[path] ? { handler: given[path], params: {} } : undefined);
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

async function serve(routes: Routes, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const found = routes(incoming.url ?? '');
  if (!found) return void outgoing.writeHead(404).end('{}');
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
  const response = await found.handler(request, { params: Promise.resolve(found.params) });
  const body = await response.text();
  if (!outgoing.destroyed)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body);
}
