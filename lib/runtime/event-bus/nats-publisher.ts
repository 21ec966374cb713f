import { readFileSync } from 'node:fs';
import { jetstream } from '@nats-io/jetstream';
import {
  type NatsConnection,
  type NodeConnectionOptions,
  connect,
  credsAuthenticator,
  headers as emptyHeaders,
} from '@nats-io/transport-node';
import { reachableAddress } from '@/lib/runtime/outbound/address-guard';

/** How long a connection, and an acknowledgement, may take, in milliseconds. */
const connectTimeout = 5_000;
const acknowledgeTimeout = 8_000;

export type NatsMessage = {
  /** A stream drops a message whose id it has seen within its window for duplicates. */
  readonly id: string;
  readonly subject: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The subject of a CloudEvent type: what NATS does not allow in one becomes `_`. */
export function subjectOf(prefix: string, type: string): string {
  const tokens = type.split('.').map((token) => token.replace(/[^\w-]/g, '_') || '_');
  return [prefix, ...tokens].join('.');
}

/**
 * Publishes to NATS JetStream and waits until a stream has stored the message. One connection a server, made when it is
 * needed and made anew after it was lost.
 */
export class NatsPublisher {
  readonly #connections = new Map<string, Promise<NatsConnection>>();

  /** @param credentials path of a .creds file; absent: none are sent */
  constructor(
    private readonly allowedHosts: readonly string[],
    private readonly credentials: string | undefined,
  ) {}

  /** @throws Error in words for the list of deliveries: no connection, no stream for the subject, no acknowledgement */
  async publish(url: string, message: NatsMessage, signal: AbortSignal): Promise<void> {
    const gone = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    await Promise.race([this.#publish(url, message), gone]);
  }

  async close(): Promise<void> {
    const connections = [...this.#connections.values()];
    this.#connections.clear();
    await Promise.all(connections.map((made) => made.then((one) => one.close()).catch(() => undefined)));
  }

  async #publish(url: string, { id, subject, headers, body }: NatsMessage): Promise<void> {
    const connection = await this.#connection(url);
    const sent = emptyHeaders();
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    try {
      const options = { msgID: id, timeout: acknowledgeTimeout, headers: sent };
      await jetstream(connection).publish(subject, body, options);
    } catch (error) {
      throw new Error(words(error, subject), { cause: error });
    }
  }

  #connection(url: string): Promise<NatsConnection> {
    const known = this.#connections.get(url);
    if (known) return known;
    const made = this.#connect(url);
    this.#connections.set(url, made);
    const forget = () => {
      if (this.#connections.get(url) === made) this.#connections.delete(url);
    };
    void made.then((connection) => connection.closed().then(forget), forget);
    return made;
  }

  async #connect(url: string): Promise<NatsConnection> {
    const { protocol, hostname, port: given } = new URL(url);
    const port = given || '4222';
    const host = hostname.replace(/^\[|\]$/g, '');
    const address = await reachableAddress(this.allowedHosts, host, port);
    const secure = protocol === 'tls:';
    // With TLS the certificate says whom the name belongs to; without, what was looked at is what is connected to.
    const server = secure || address === host ? hostname : address.includes(':') ? `[${address}]` : address;
    const options: NodeConnectionOptions = {
      servers: `${server}:${port}`,
      name: 'interlock',
      timeout: connectTimeout,
      reconnect: false,
      // Other servers that it names have not been looked at.
      ignoreClusterUpdates: true,
      ...(secure && { tls: {} }),
      ...(this.credentials && { authenticator: credsAuthenticator(readFileSync(this.credentials)) }),
    };
    try {
      return await connect(options);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`NATS at ${hostname}:${port} cannot be reached: ${why}`, { cause: error });
    }
  }
}

function words(error: unknown, subject: string): string {
  const { name, message } = error as Error;
  if (/NoResponders|JetStreamNotEnabled/.test(name) || /no responders/i.test(message)) {
    return `No stream of JetStream takes the subject ${subject}. Make one there, then resend.`;
  }
  return `NATS has not acknowledged ${subject}: ${message}`;
}
