import { hostname } from 'node:os';
import { AggregatorRegistry, Counter, Histogram, Registry } from 'prom-client';

/** What one process has counted since it began, as it is handed from worker to web. */
export type ProcessFigures = readonly {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly aggregator: string;
  readonly values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}[];

type Metrics = {
  readonly registry: Registry;
  readonly transitions: Histogram;
  readonly refusals: Counter<'code'>;
  /** Events by type that the counter has not got yet. */
  readonly counted: Map<string, number>;
  readonly mails: Counter<'result'>;
  readonly deliveries: Counter<'result'>;
};

/** Seconds; the goal for a transition is 5 ms. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Kept on globalThis, since the web server may load this module more than once. */
const shared = globalThis as typeof globalThis & { interlockMetrics?: Metrics };

function metrics(): Metrics {
  return (shared.interlockMetrics ??= makeMetrics());
}

function makeMetrics(): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: `${hostname()}-${process.pid}` });
  const registers = [registry];
  const counted = new Map<string, number>();
  new Counter({
    name: 'interlock_events_total',
    help: 'Events committed, by type: retries, recovered leases, compensations and cancellations are among them.',
    labelNames: ['type'],
    registers,
    // A move has a dozen events, and the counter takes longer for one than the core does to plan it: it gets them when it is read.
    collect() {
      for (const [type, count] of counted) this.inc({ type }, count);
      counted.clear();
    },
  });
  return {
    registry,
    counted,
    transitions: new Histogram({
      name: 'interlock_transition_seconds',
      help: 'Time of one call of the transition function, as the caller sees it.',
      buckets,
      registers,
    }),
    refusals: new Counter({
      name: 'interlock_transitions_refused_total',
      help: 'Moves that were refused, by the core or by the database. `stale` is a race that somebody else won.',
      labelNames: ['code'],
      registers,
    }),
    mails: new Counter({
      name: 'interlock_mails_total',
      help: 'Mails that the mail server took (sent) or did not take (failed).',
      labelNames: ['result'],
      registers,
    }),
    deliveries: new Counter({
      name: 'interlock_event_deliveries_total',
      help: 'Events that a sink took (delivered), did not take and gets again (failed), or that were given up (dead).',
      labelNames: ['result'],
      registers,
    }),
  };
}

/** Under which name this process's figures are kept; a worker's is its id. */
export function nameProcess(name: string): void {
  metrics().registry.setDefaultLabels({ process: name });
}

/** A move was committed. @param seconds how long the call took */
export function countMove(seconds: number, events: readonly { readonly type: string }[]): void {
  const { transitions, counted } = metrics();
  transitions.observe(seconds);
  for (const { type } of events) counted.set(type, (counted.get(type) ?? 0) + 1);
}

/** A move was refused with this code. */
export function countRefusal(code: string): void {
  metrics().refusals.inc({ code });
}

/** A mail was handed to the mail server, or was not. */
export function countMail(result: 'sent' | 'failed'): void {
  metrics().mails.inc({ result });
}

/** Events went to a sink, or did not. */
export function countDelivery(result: 'delivered' | 'failed' | 'dead', count: number): void {
  if (count > 0) metrics().deliveries.inc({ result }, count);
}

/** This process's figures. */
export async function processFigures(): Promise<ProcessFigures> {
  return (await metrics().registry.getMetricsAsJSON()) as unknown as ProcessFigures;
}

/** The text that Prometheus reads, of the figures of several processes and of the gauges beside them. */
export async function exposition(figures: readonly ProcessFigures[]): Promise<string> {
  return AggregatorRegistry.aggregate([...figures]).metrics();
}

/** The media type of that text. */
export const expositionType = Registry.PROMETHEUS_CONTENT_TYPE;
