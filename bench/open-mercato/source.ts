/** A definition of open-mercato as its JSON files have it; what a file has beyond this is listed, not dropped silently. */
export type SourceDefinition = {
  readonly steps: readonly SourceStep[];
  readonly transitions: readonly SourceTransition[];
};

export type SourceStep = {
  readonly stepId: string;
  readonly stepType: string;
  readonly stepName?: string;
  readonly description?: string;
  readonly activities?: readonly SourceActivity[];
  readonly config?: Readonly<Record<string, unknown>>;
  readonly userTaskConfig?: {
    readonly assignedTo?: string | readonly string[];
    readonly assignedToRoles?: readonly string[];
    readonly slaDuration?: string;
    readonly formSchema?: Readonly<Record<string, unknown>>;
    readonly escalationRules?: readonly { readonly action?: string }[];
  };
  readonly signalConfig?: { readonly signalName?: string; readonly timeout?: string };
  readonly errorDirective?: unknown;
};

export type SourceTransition = {
  readonly transitionId: string;
  readonly fromStepId?: string;
  readonly toStepId?: string;
  readonly transitionName?: string;
  readonly trigger?: string;
  readonly priority?: number;
  readonly activities?: readonly SourceActivity[];
  readonly condition?: unknown;
  readonly preConditions?: readonly { readonly ruleId: string }[];
  readonly outcomeKind?: string;
  readonly continueOnActivityFailure?: boolean;
};

export type SourceActivity = {
  readonly activityId: string;
  readonly activityType: string;
  readonly activityName?: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly async?: boolean;
  readonly timeout?: string | number;
  readonly retryPolicy?: {
    readonly maxAttempts?: number;
    readonly initialIntervalMs?: number;
    readonly backoffCoefficient?: number;
    readonly maxIntervalMs?: number;
  };
  readonly compensation?: { readonly activityId?: string };
};

/** Conditions that definitions name by id: rule → its expression. */
export type SourceRules = ReadonlyMap<string, unknown>;

/** What was expressed otherwise, or could not be, with the element that it is about. */
export type ConversionNote = { readonly element: string; readonly what: string };
