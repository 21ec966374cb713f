import { type AddressInfo, type Socket, connect, createServer, type Server } from 'node:net';

/**
 * Stands between a client and PostgreSQL. It counts what the client asks (each Sync or simple Query is a round trip, since
 * the client waits for what it brings) and can be cut, as a network can.
 */
export class Wire {
  roundTrips = 0;
  #cut = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(
    server: Server,
    private readonly target: URL,
  ) {
    this.#server = server;
  }

  /** @param address where it listens */
  static async start(url: string, address = '127.0.0.1'): Promise<Wire> {
    const server = createServer();
    const wire = new Wire(server, new URL(url));
    server.on('connection', (client) => wire.#connect(client));
    await new Promise<void>((resolve) => server.listen(0, address, resolve));
    return wire;
  }

  /** The same database, by this way. */
  get url(): string {
    const url = new URL(this.target);
    const { address, port } = this.#server.address() as AddressInfo;
    url.hostname = address;
    url.port = String(port);
    return url.toString();
  }

  /** Ends every connection and takes no new one, until it is mended. */
  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#cut = false;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #connect(client: Socket): void {
    if (this.#cut) {
      client.destroy();
      return;
    }
    const server = connect(Number(this.target.port || 5432), this.target.hostname);
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    server.pipe(client);
    const count = this.#counter();
    client.on('data', (chunk: Buffer) => {
      count(chunk);
      server.write(chunk);
    });
  }

  /** Reads the client's messages: the first has no type, the others a letter, then their length. */
  #counter(): (chunk: Buffer) => void {
    let pending = Buffer.alloc(0);
    let started = false;
    return (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      for (;;) {
        const head = started ? 1 : 0;
        if (pending.length < head + 4) return;
        const size = head + pending.readInt32BE(head);
        if (pending.length < size) return;
        if (started && 'QS'.includes(String.fromCharCode(pending[0]!))) this.roundTrips += 1;
        started = true;
        pending = pending.subarray(size);
      }
    };
  }
}
