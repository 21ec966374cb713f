import type { EventRow } from '@/lib/instances/schema';
import { dataHeadline } from './data-events';
import { endingHeadline, isCancellationAlone } from './ending-events';
import type { Entry, Headline } from './entry';
import {
  activityOfKey,
  dataOf,
  deadlineActionOf,
  numberOf,
  objectOf,
  receivedOf,
  statusOf,
  stepOfKey,
  stepsOf,
  textOf,
  transactionsOf,
} from './event-values';
import { childHeadline, oneMore } from './child-events';
import { consequences, isPartOf } from './part-of';
import { openedTask, withoutPastDues } from './opened-tasks';

/**
 * Folds a history into lines that people read: one line a cause, with what followed from it. A start is one line though
 * it is three events; a decision takes its task's end, the transition and the next task with it; an activity is one line
 * however often it was tried in a row. Every event is in exactly one entry.
 * @param events ascending; they may begin in the middle of a history
 * @returns entries in the order in which they last changed
 */
export function foldEvents(events: readonly EventRow[]): readonly Entry[] {
  const fold = new Fold();
  for (const group of transactionsOf(events)) {
    const cancelling = isCancellationAlone(group) && group.find(({ type }) => type === 'WORKFLOW_CANCELLED');
    // What a cancellation ends stands before it in the history.
    if (cancelling) fold.begin(cancelling, { kind: 'cancelled' }, group);
    else for (const event of group) fold.add(event);
  }
  return withoutPastDues(fold.entries, events);
}

type Open = { -readonly [Name in keyof Entry]: Entry[Name] };
type ActivityHeadline = Extract<Headline, { kind: 'activity' }>;

class Fold {
  readonly #entries: Open[] = [];
  /** The latest line of each activity execution. */
  readonly #byExecution = new Map<string, Open>();

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The entry to which consequences are added. */
  get #current(): Open | undefined {
    return this.#entries.at(-1);
  }

  begin(event: EventRow, headline: Headline, events: readonly EventRow[] = [event]): Open {
    const steps = events.flatMap((one) => stepsOf(one));
    const entry: Open = {
      id: events[0]!.sequence,
      at: event.occurredAt,
      headline,
      actor: event.actor,
      reason: event.reason,
      path: [],
      opened: [],
      leftOut: [],
      stopped: null,
      steps: [...new Set(steps)],
      events,
    };
    this.#entries.push(entry);
    return entry;
  }

  add(event: EventRow): void {
    if (event.subject === 'activity') return this.#addActivity(event);
    if (event.subject === 'child') return this.#addChild(event);
    const data = dataOf(event);
    const step = stepOfKey(event.key) ?? '';
    switch (event.type) {
      case 'WORKFLOW_CREATED':
        this.begin(event, { kind: 'started' });
        return;
      case 'WORKFLOW_RESUMED':
        return this.#addResumed(event);
      case 'WORKFLOW_PAUSED':
        this.begin(event, { kind: 'paused' });
        return;
      case 'WORKFLOW_NEEDS_ATTENTION':
      case 'WORKFLOW_COMPENSATION_FAILED':
        return this.#addAttention(event);
      case 'WORKFLOW_COMPLETED':
        this.begin(event, { kind: 'completed', outcome: textOf(data, 'outcome') });
        return;
      case 'WORKFLOW_FAILED':
        this.begin(event, { kind: 'failed' });
        return;
      case 'WORKFLOW_RECOVERED':
        if (this.#isActivityNow(event)) this.#absorb(event);
        else this.begin(event, { kind: 'recovered', worker: textOf(data, 'lostWorker') ?? '' });
        return;
      case 'TRANSITION_TAKEN':
      case 'BRANCH_OPENED': {
        const current = this.#absorb(event, { kind: 'moved' });
        if (event.type === 'BRANCH_OPENED' && event.to === textOf(data, 'fork')) return; // Not on its way yet.
        const condition = textOf(data, 'condition');
        current.path = [...current.path, { step: event.to ?? '', transition: event.key, condition }];
        return;
      }
      case 'USER_TASK_CREATED': {
        const current = this.#absorb(event, { kind: 'opened' });
        current.opened = [...current.opened, openedTask(event)];
        return;
      }
      case 'USER_TASK_DECIDED':
        this.begin(event, { kind: 'decided', step, outcome: textOf(data, 'outcome') ?? '', open: true });
        return;
      case 'USER_TASK_COMPLETED': {
        const current = this.#absorb(event);
        if (current.headline.kind === 'decided') current.headline = { ...current.headline, open: false };
        return;
      }
      case 'USER_TASK_CLAIMED':
        this.begin(event, { kind: 'claimed', step });
        return;
      case 'USER_TASK_RELEASED':
        // A decision that is not the last one gives the task back by itself.
        if (this.#current?.headline.kind === 'decided' && this.#current.at === event.occurredAt)
          this.#absorb(event);
        else this.begin(event, { kind: 'released', step });
        return;
      case 'USER_TASK_REASSIGNED': {
        const to = objectOf(data['assignee']);
        if (isPartOf(this.#current, event)) this.#absorb(event);
        else this.begin(event, { kind: 'reassigned', step, to: to && textOf(to, 'name') });
        return;
      }
      case 'USER_TASK_CANCELLED':
        if (isPartOf(this.#current, event)) this.#absorb(event);
        else this.begin(event, { kind: 'task_cancelled', step });
        return;
      case 'TIMER_FIRED':
        return void this.begin(event, { kind: data['followUp'] ? 'follow_up' : 'timer', step });
      case 'DEADLINE_PASSED':
        this.begin(event, { kind: 'deadline', step: stepOfKey(event.key), action: deadlineActionOf(data) });
        return;
      case 'DEADLINE_CHANGED':
        return void this.begin(event, { kind: 'deadline_changed', step: stepOfKey(event.key) ?? '' });
      case 'SIGNAL_RECEIVED':
      case 'FILE_RECEIVED':
        return void this.begin(event, receivedOf(event));
      default:
        if (consequences.has(event.type)) {
          this.#absorb(event);
          return;
        }
        this.begin(
          event,
          endingHeadline(event) ?? dataHeadline(event) ?? { kind: 'other', type: event.type },
        );
    }
  }

  /** Adds the event to the present entry; begins one where there is none yet. */
  #absorb(event: EventRow, otherwise: Headline = { kind: 'moved' }): Open {
    const current = this.#current;
    if (!current) return this.begin(event, otherwise);
    current.events = [...current.events, event];
    current.steps = [...new Set([...current.steps, ...stepsOf(event)])];
    return current;
  }

  #addResumed(event: EventRow): void {
    if (event.from === 'paused') this.begin(event, { kind: 'resumed' });
    else if (event.from !== 'needs_attention') this.#absorb(event);
    else
      this.begin(event, { kind: textOf(dataOf(event), 'resolution') === 'skipped' ? 'skipped' : 'retried' });
  }

  /** An activity that failed for good and its incident are one line; other incidents have their own. */
  #addAttention(event: EventRow): void {
    const incident = objectOf(dataOf(event)['incident']) ?? {};
    const message = textOf(incident, 'message') ?? '';
    const target = this.#isActivityNow(event)
      ? this.#absorb(event)
      : this.begin(event, {
          kind: 'attention',
          step: textOf(incident, 'step'),
          code: textOf(incident, 'code') ?? 'unknown',
        });
    target.stopped = message;
  }

  #isActivityNow(event: EventRow): boolean {
    const current = this.#current;
    return current?.headline.kind === 'activity' && current.events.at(-1)?.occurredAt === event.occurredAt;
  }

  #addActivity(event: EventRow): void {
    const data = dataOf(event);
    switch (event.type) {
      case 'ACTIVITY_CREATED':
      case 'ACTIVITY_READY':
      case 'ACTIVITY_COMPENSATED':
        this.#absorb(event);
        return;
      case 'ACTIVITY_CANCELLED': {
        const current = this.#absorb(event);
        if (textOf(data, 'because') === 'condition') {
          current.leftOut = [...current.leftOut, activityOfKey(event.key) ?? ''];
        }
        return;
      }
      case 'ACTIVITY_RETRYING':
      case 'ACTIVITY_SKIPPED':
        // After a person's retry or skip the line is theirs.
        if (!this.#isActivityNow(event) || !this.#holds(this.#current, event)) {
          this.#absorb(event);
          return;
        }
        this.#update(event, { nextAttemptAt: textOf(data, 'nextAttemptAt') });
        return;
      case 'ACTIVITY_STARTED':
        this.#update(event, {
          begun: event.occurredAt,
          attempts: numberOf(data, 'attempt') ?? 1,
          nextAttemptAt: null,
        });
        return;
      case 'ACTIVITY_FAILED': {
        const entry = this.#update(event, { nextAttemptAt: null });
        const headline = entry.headline as ActivityHeadline;
        const error = objectOf(data['error']) ?? {};
        const failure = {
          attempt: headline.attempts,
          code: textOf(error, 'code') ?? '',
          message: textOf(error, 'message') ?? '',
          lost: data['lost'] === true,
          at: event.occurredAt,
        };
        entry.headline = { ...headline, failures: [...headline.failures, failure] };
        return;
      }
      default:
        this.#update(event, {});
    }
  }

  #addChild(event: EventRow): void {
    const headline = childHeadline(event);
    const more = headline && oneMore(this.#current?.headline, headline);
    if (headline && !more && !isPartOf(this.#current, event)) this.begin(event, headline);
    else this.#absorb(event).headline = more ?? this.#current!.headline;
  }

  #holds(entry: Open | undefined, event: EventRow): entry is Open {
    return entry !== undefined && event.key !== null && this.#byExecution.get(event.key) === entry;
  }

  /**
   * The line of an activity execution, brought up to date and to the end: while its attempts follow one another it is one
   * line. An attempt that ends after something else happened (a pause, say) takes its line along.
   */
  #update(event: EventRow, change: Partial<ActivityHeadline>): Open {
    const current = this.#current;
    const latest = this.#byExecution.get(event.key ?? '');
    const status = statusOf(event);
    if (!latest || (latest !== current && !isUnderWay(latest.headline))) {
      const entry = this.begin(event, {
        kind: 'activity',
        step: stepOfKey(event.key) ?? '',
        activity: activityOfKey(event.key) ?? '',
        begun: null,
        attempts: 1,
        failures: [],
        nextAttemptAt: null,
        ...change,
        status,
      });
      this.#byExecution.set(event.key ?? '', entry);
      return entry;
    }
    latest.headline = { ...(latest.headline as ActivityHeadline), ...change, status };
    latest.events = [...latest.events, event];
    latest.at = event.occurredAt;
    latest.actor = event.actor.type === 'system' ? latest.actor : event.actor;
    if (latest !== current) {
      this.#entries.splice(this.#entries.indexOf(latest), 1);
      this.#entries.push(latest);
    }
    return latest;
  }
}

function isUnderWay(headline: Headline): boolean {
  return headline.kind === 'activity' && (headline.status === 'scheduled' || headline.status === 'running');
}
