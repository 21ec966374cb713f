/** An event log as this tool needs it: cases with their activities and people, in the order of the file. */
export type EventLog = {
  readonly name: string | null;
  readonly extensions: readonly { readonly name: string; readonly prefix: string; readonly uri: string }[];
  readonly classifiers: readonly Classifier[];
  /** Cases with at least one event. */
  readonly cases: readonly LogCase[];
  readonly leftOut: {
    /** Traces without an event to play. */
    readonly emptyCases: number;
    /** Events that are not the completion of their activity, in a log that records completions. */
    readonly otherLifecycle: number;
    /** Events that stand in no trace. */
    readonly withoutCase: number;
  };
};

export type Classifier = { readonly name: string; readonly keys: readonly string[] };

export type LogCase = { readonly id: string; readonly events: readonly LogEvent[] };

export type LogEvent = {
  readonly activity: string;
  /** Null where the log does not say who it was. */
  readonly resource: string | null;
};
