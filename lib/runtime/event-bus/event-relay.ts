import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Agent } from 'undici';
import { countDelivery } from '@/lib/observability/metrics';
import { ActivityFailure } from '@/lib/runtime/activities/contract';
import { guardedAgent } from '@/lib/runtime/outbound/address-guard';
import { sendRequest } from '@/lib/runtime/outbound/http-request';
import { signatureHeaders, signingKey } from '@/lib/runtime/outbound/signing';
import { repeatedly } from '@/lib/runtime/repeatedly';
import { type OutgoingRow, cloudEvent } from './cloud-event';
import { NatsPublisher, subjectOf } from './nats-publisher';
import { anySink, claimHeads, type Head, postpone, readOutgoing, settle } from './deliveries';

export type EventRelayOptions = {
  /** Pool of the owner, whom row-level security does not bind. */
  readonly owner: Pool;
  readonly secret: string;
  readonly allowedHosts: readonly string[];
  /** Path of the file of credentials for NATS; absent: none are sent. */
  readonly natsCredentials?: string | undefined;
  readonly log: Logger;
};

/** Instances that are delivered at once. */
const atOnce = 16;
/** Events of one instance that one claim delivers. */
const mostInARow = 100;
/** How long one request may take, for how long one claim begins requests, and when it ends; in seconds. */
const requestSeconds = 10;
const runSeconds = 20;
const claimSeconds = 45;
/** The safety net behind the notices, in milliseconds. */
const pollEvery = 1_000;

/**
 * The event bus (DESIGN 12): brings committed events to the sinks of their tenant, as signed CloudEvents, at least once, in
 * order for each instance. Any number of workers share the work.
 */
export class EventRelay {
  readonly #agent: Agent;
  readonly #nats: NatsPublisher;
  readonly #polls: { stop(): Promise<void> };
  readonly #stopping = new AbortController();
  #listened = false;
  #running: Promise<void> | null = null;
  #again = false;

  constructor(private readonly options: EventRelayOptions) {
    this.#agent = guardedAgent(options.allowedHosts);
    this.#nats = new NatsPublisher(options.allowedHosts, options.natsCredentials);
    this.#polls = repeatedly(pollEvery, async () => {
      await this.#look();
    });
  }

  /** Something has moved. Nothing is looked for while nobody listens. */
  wake(): void {
    if (this.#listened) void this.#work();
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The worker stops.'));
    await this.#polls.stop();
    await this.#running;
    await this.#agent.close();
    await this.#nats.close();
  }

  async #look(): Promise<void> {
    try {
      this.#listened = await anySink(this.options.owner);
    } catch (error) {
      this.options.log.warn({ err: error }, 'the sinks of events could not be read; trying again');
    }
    if (this.#listened) await this.#work();
  }

  #work(): Promise<void> {
    if (this.#running) this.#again = true;
    else this.#running = this.#deliverAll().finally(() => (this.#running = null));
    return this.#running ?? Promise.resolve();
  }

  async #deliverAll(): Promise<void> {
    try {
      do {
        this.#again = false;
        const heads = await claimHeads(this.options.owner, atOnce, claimSeconds);
        await Promise.all(heads.map((head) => this.#deliver(head)));
        if (heads.length === atOnce) this.#again = true;
      } while (this.#again && !this.#stopping.signal.aborted);
    } catch (error) {
      this.options.log.warn({ err: error }, 'events could not be delivered; trying again');
    }
  }

  /** Delivers an instance's events to one sink until one fails, the time is over, or there are no more. */
  async #deliver(head: Head): Promise<void> {
    const { owner, log } = this.options;
    const end = Date.now() + runSeconds * 1000;
    const delivered: string[] = [];
    let failed: { row: OutgoingRow; error: unknown } | undefined;
    for (const row of await readOutgoing(owner, head, mostInARow)) {
      if (Date.now() > end || this.#stopping.signal.aborted) break;
      try {
        await this.#send(head, row);
        delivered.push(row.id);
      } catch (error) {
        if (!this.#stopping.signal.aborted) failed = { row, error };
        break;
      }
    }
    if (delivered.length > 0) await settle(owner, head, delivered);
    countDelivery('delivered', delivered.length);
    if (!failed) return;
    const { row, error } = failed;
    const dead = await postpone(owner, head, row, describe(error));
    countDelivery(dead ? 'dead' : 'failed', 1);
    const what = { sink: head.sink_id, instance: head.instance_id, sequence: row.sequence, err: error };
    if (dead) log.error(what, 'an event could not be delivered and was given up');
    else log.debug(what, 'an event could not be delivered; it is tried again');
  }

  async #send(head: Head, row: OutgoingRow): Promise<void> {
    const event = cloudEvent(row);
    const body = JSON.stringify(event);
    const key = signingKey(this.options.secret, head.tenant_id, `sink:${head.sink_id}`);
    const headers = {
      'content-type': 'application/cloudevents+json; charset=utf-8',
      ...signatureHeaders(key, event['id'] as string, body),
    };
    const signal = AbortSignal.any([AbortSignal.timeout(requestSeconds * 1000), this.#stopping.signal]);
    if (head.subject !== null) {
      const message = {
        id: event['id'] as string,
        subject: subjectOf(head.subject, row.cloud_type),
        headers,
        body,
      };
      return this.#nats.publish(head.url, message, signal);
    }
    await sendRequest(
      this.#agent,
      { method: 'POST', url: head.url, headers, body, redirect: 'manual' },
      signal,
    );
  }
}

function describe(error: unknown): { message: string; retryAfterSeconds?: number | undefined } {
  if (error instanceof ActivityFailure) {
    return { message: error.message, retryAfterSeconds: error.error.retryAfterSeconds };
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return { message: `No answer within ${requestSeconds} seconds.` };
  }
  return { message: error instanceof Error ? error.message : String(error) };
}
