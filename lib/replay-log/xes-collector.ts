import type { Classifier, EventLog, LogEvent } from './event-log';
import type { ValueTrouble } from './xes-values';

type Extension = EventLog['extensions'][number];
type RecordedEvent = LogEvent & { readonly lifecycle: string | null };

/** Gathers what this tool needs of a log while it streams past, and nothing else. */
export class XesCollector {
  readonly #extensions: Extension[] = [];
  readonly #classifiers: Classifier[] = [];
  readonly #defaults = new Map<string, string>();
  readonly #traces: { readonly id: string; readonly events: RecordedEvent[] }[] = [];
  #name: string | null = null;
  #trace: { id: string | null; readonly events: RecordedEvent[] } = { id: null, events: [] };
  #event = new Map<string, string>();
  #withoutCase = 0;

  extension(extension: Extension): void {
    this.#extensions.push(extension);
  }

  classifier(classifier: Classifier): void {
    this.#classifiers.push(classifier);
  }

  logAttribute(key: string, value: string): void {
    if (key === 'concept:name') this.#name = value;
  }

  /** The value that a global gives to every event that does not have the attribute. */
  eventDefault(key: string, value: string): void {
    this.#defaults.set(key, value);
  }

  openTrace(): void {
    this.#trace = { id: null, events: [] };
  }

  traceAttribute(key: string, value: string): void {
    if (key === 'concept:name') this.#trace.id = value;
  }

  openEvent(): void {
    this.#event = new Map();
  }

  eventAttribute(key: string, value: string): void {
    this.#event.set(key, value);
  }

  /** Ends the event; says what is wrong when it names no activity. */
  closeEvent(inTrace: boolean): ValueTrouble | null {
    if (!inTrace) {
      this.#withoutCase += 1;
      return null;
    }
    const activity = this.#activity();
    if (activity === null) {
      return {
        message: 'The event names no activity.',
        mend: 'Give it a concept:name, or the log a classifier over attributes that every event has.',
      };
    }
    const value = (key: string) => this.#event.get(key) ?? this.#defaults.get(key) ?? null;
    this.#trace.events.push({
      activity,
      resource: value('org:resource')?.trim() || null,
      lifecycle: value('lifecycle:transition')?.toLowerCase() ?? null,
    });
    return null;
  }

  closeTrace(): void {
    const id = this.#trace.id ?? `case ${this.#traces.length + 1}`;
    this.#traces.push({ id, events: this.#trace.events });
  }

  /** The log, when all of it has gone past. */
  finish(): EventLog {
    const recorded = this.#traces.flatMap((trace) => trace.events);
    // Where starts and completions are both recorded, one stay in an activity is two events: its completion counts.
    const onlyComplete = recorded.some((event) => event.lifecycle === 'complete');
    const counts = (event: RecordedEvent) =>
      !onlyComplete || event.lifecycle === null || event.lifecycle === 'complete';
    const cases = this.#traces
      .map(({ id, events }) => ({
        id,
        events: events.filter(counts).map(({ activity, resource }) => ({ activity, resource })),
      }))
      .filter((trace) => trace.events.length > 0);
    return {
      name: this.#name,
      extensions: this.#extensions,
      classifiers: this.#classifiers,
      cases,
      leftOut: {
        emptyCases: this.#traces.length - cases.length,
        otherLifecycle: recorded.filter((event) => !counts(event)).length,
        withoutCase: this.#withoutCase,
      },
    };
  }

  /** The event's own name, else what the log's first fitting classifier makes of it, else the global default. */
  #activity(): string | null {
    const name = this.#event.get('concept:name');
    if (name) return name;
    for (const { keys } of this.#classifiers) {
      const parts = keys.map((key) => this.#event.get(key));
      if (parts.length > 0 && parts.every((part) => part)) return parts.join(' + ');
    }
    return this.#defaults.get('concept:name') || null;
  }
}
