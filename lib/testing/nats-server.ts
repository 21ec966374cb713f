import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { type NatsConnection, connect, credsAuthenticator } from '@nats-io/transport-node';
import { freePort } from '@/lib/database/embedded/free-port';
import { NatsAuthority } from './nats-authority';
import { until } from './until';

const places = ['nats-server', '/usr/sbin/nats-server'];
const program = places.find((name) => spawnSync(name, ['--version']).status === 0);

/** Whether this machine has a nats-server; Debian's package brings one. */
export const hasNatsServer = program !== undefined;

/** A NATS server with JetStream, on a free port of 127.0.0.1 and in a folder of its own. */
export class NatsServer {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'interlock-nats-'));
  #process: ChildProcess | null = null;
  #connection: NatsConnection | null = null;

  private constructor(
    private readonly port: number,
    private readonly authority: NatsAuthority | null,
  ) {}

  /** @param options closed: only those enter who have credentials */
  static async start(options: { readonly closed: boolean } = { closed: false }): Promise<NatsServer> {
    const server = new NatsServer(await freePort(), options.closed ? new NatsAuthority() : null);
    await server.begin();
    return server;
  }

  /** As INTERLOCK_ALLOWED_HOSTS takes it. */
  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  get url(): string {
    return `nats://${this.host}`;
  }

  /** Path of a `.creds` file of a user who may enter a closed server. */
  writeCredentials(): string {
    if (!this.authority) throw new Error('an open server asks for no credentials');
    return this.authority.writeCredentials(this.#folder);
  }

  /** Starts it again where it was. */
  async begin(): Promise<void> {
    const flags = ['-a', '127.0.0.1', '-p', String(this.port), '-js', '-sd', this.#folder];
    if (this.authority) {
      const file = path.join(this.#folder, 'server.conf');
      writeFileSync(file, this.authority.configuration);
      flags.push('-c', file);
    }
    const own = this.authority && {
      authenticator: credsAuthenticator(readFileSync(this.writeCredentials())),
    };
    this.#process = spawn(program ?? 'nats-server', flags, { stdio: 'ignore' });
    this.#connection = await until(
      'the NATS server',
      () => connect({ servers: this.host, reconnect: false, ...own }).catch(() => false as const),
      20,
    );
  }

  /** Ends it; what its streams hold stays. */
  async end(): Promise<void> {
    await this.#connection?.close();
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Makes a stream that takes these subjects. */
  async stream(name: string, subjects: string[]): Promise<void> {
    await (await this.#manager()).streams.add({ name, subjects });
  }

  /** What a stream holds, in its order. */
  async messages(name: string): Promise<{ subject: string; id: string; headers: string; body: string }[]> {
    const { streams } = await this.#manager();
    const { state } = await streams.info(name);
    const found = [];
    for (let seq = state.first_seq; seq <= state.last_seq && state.messages > 0; seq += 1) {
      const message = await streams.getMessage(name, { seq });
      if (!message) continue;
      const headers = String(message.header);
      found.push({
        subject: message.subject,
        id: message.header.get('Nats-Msg-Id'),
        headers,
        body: message.string(),
      });
    }
    return found;
  }

  async #manager() {
    if (!this.#connection) throw new Error('the NATS server has not been started');
    return jetstreamManager(this.#connection);
  }
}
