import type { ActivityStatus } from '@/lib/engine/lifecycle';
import type { EventRow } from '@/lib/instances/schema';

/** One line of the timeline: what somebody or something did, what followed from it, and the events behind it. */
export type Entry = {
  /** Sequence number of its first event; it stays when events are added. */
  readonly id: number;
  readonly at: string;
  readonly headline: Headline;
  readonly actor: EventRow['actor'];
  readonly reason: string | null;
  /** Steps entered as a consequence, in order. */
  readonly path: readonly PathStep[];
  readonly opened: readonly OpenedTask[];
  /** Activities that were left out because their condition was false. */
  readonly leftOut: readonly string[];
  /** What stopped it here and needs a person: an incident's message. */
  readonly stopped: string | null;
  /** Steps that it is about, for showing one step alone. */
  readonly steps: readonly string[];
  readonly events: readonly EventRow[];
};

export type PathStep = {
  readonly step: string;
  readonly transition: string | null;
  /** The condition that won, and what it read. */
  readonly condition: string | null;
};

export type OpenedTask = {
  readonly key: string;
  readonly title: string;
  readonly assignee: string | null;
  readonly roles: readonly string[];
  readonly people: readonly string[];
  /** Null also when the task has ended since: then it says nothing any more. */
  readonly dueAt: string | null;
};

export type FailedAttempt = {
  readonly attempt: number;
  readonly code: string;
  readonly message: string;
  /** The worker was lost; nobody knows how far the attempt got. */
  readonly lost: boolean;
  readonly at: string;
};

/** What a deadline did when it passed; `none` where it only passed. */
export const deadlineActions = ['remind', 'reassign', 'escalate', 'transition', 'age', 'none'] as const;
/** `nobody`: it was to give the task to somebody, and there was nobody of the kind. */
export type DeadlineAction = (typeof deadlineActions)[number] | 'nobody';

/** What an entry says first. Its words are `history.<kind>`. */
export type Headline =
  | { readonly kind: 'started' }
  | { readonly kind: 'decided'; readonly step: string; readonly outcome: string; readonly open: boolean }
  | { readonly kind: 'claimed' | 'released' | 'task_cancelled'; readonly step: string }
  | { readonly kind: 'reassigned'; readonly step: string; readonly to: string | null }
  | { readonly kind: 'opened' }
  | {
      readonly kind: 'activity';
      readonly step: string;
      readonly activity: string;
      readonly status: ActivityStatus;
      readonly begun: string | null;
      readonly attempts: number;
      readonly failures: readonly FailedAttempt[];
      readonly nextAttemptAt: string | null;
    }
  | { readonly kind: 'attention'; readonly step: string | null; readonly code: string }
  | { readonly kind: 'retried' | 'skipped' | 'resumed' | 'paused' }
  | { readonly kind: 'context_edited' | 'erased'; readonly fields: readonly string[] }
  | { readonly kind: 'completed'; readonly outcome: string | null }
  | { readonly kind: 'failed' | 'cancelled' | 'cancelled_then' | 'cancelling' | 'compensating' | 'reversed' }
  | {
      readonly kind: 'children';
      readonly step: string;
      readonly what: 'started' | 'completed' | 'failed' | 'cancelled';
      readonly count: number;
    }
  | { readonly kind: 'recovered'; readonly worker: string }
  | { readonly kind: 'timer' | 'follow_up' | 'deadline_changed'; readonly step: string }
  | { readonly kind: 'deadline'; readonly step: string | null; readonly action: DeadlineAction }
  | { readonly kind: 'signal' | 'file'; readonly name: string }
  | { readonly kind: 'migrated'; readonly from: number; readonly version: number }
  | { readonly kind: 'moved' }
  | { readonly kind: 'other'; readonly type: string };
