import { isOpenChild, type WaitReason } from '@/lib/engine/lifecycle';
import type { ExecutionRow } from '@/lib/instances/execution-schema';
import type { EventRow, InstanceDetail, NextStep, WaitingOn } from '@/lib/instances/schema';
import type { TimerRow } from '@/lib/instances/timers';
import { wordsOfKey } from './words';

/** The sentence that says where an instance is and on what it waits; its words are `instance.answer.<kind>`. */
export type AnswerLine =
  | { readonly kind: 'starting'; readonly since: string }
  | (InState & { readonly kind: 'running' })
  | (InState & { readonly kind: 'active' | 'queued'; readonly activity: string; readonly attempt: number })
  | (InState & {
      readonly kind: 'retrying';
      readonly activity: string;
      readonly attempt: number;
      readonly at: string;
    })
  | (InState & {
      readonly kind: 'room';
      readonly activity: string;
      readonly resource: string;
      readonly ahead: number;
    })
  | (InState & AboutTask & { readonly kind: 'claimed' | 'assigned'; readonly who: readonly string[] })
  | (InState & AboutTask & { readonly kind: 'open'; readonly who: readonly string[] })
  | (InState & AboutTask & { readonly kind: 'nobody' })
  | (InState & { readonly kind: 'tasks'; readonly count: number })
  | (InState & {
      readonly kind: 'waiting';
      readonly reason: Exclude<WaitReason, 'human_task' | 'activity' | 'child_workflow'>;
    })
  | (InState & { readonly kind: 'child'; readonly child: string; readonly childId: string })
  | (InState & { readonly kind: 'children'; readonly open: number; readonly count: number })
  | (InState & { readonly kind: 'attention'; readonly code: string; readonly activity: string | null })
  | (InState & { readonly kind: 'paused'; readonly by: string | null })
  | {
      readonly kind: 'completed';
      readonly end: string;
      readonly at: string;
      readonly took: string;
      readonly last: { readonly by: string; readonly outcome: string } | null;
    }
  | (InState & { readonly kind: 'failed' })
  | {
      readonly kind: 'cancelled';
      readonly state: string | null;
      readonly at: string;
      readonly by: string | null;
    }
  | { readonly kind: 'compensating' | 'compensation_failed' | 'reversed'; readonly since: string };

/** `state` is the step's name, `since` the instant from which the sentence counts. */
type InState = { readonly state: string; readonly since: string };
type AboutTask = { readonly task: string; readonly taskId: string };

/** The answer to "where is it?": one sentence, and what stands under it. */
export type Answer = {
  readonly line: AnswerLine;
  /** The earliest due instant of what it waits for. */
  readonly due: string | null;
  /** Decisions given and needed, where one is not enough. */
  readonly approvals: { readonly given: number; readonly required: number } | null;
  /** Words of somebody or something that explain the sentence: a reason, an error. */
  readonly quote: { readonly text: string; readonly from: string | null } | null;
  readonly next: readonly NextStep[];
  /** The open tasks, where there are several, or something else goes on beside them. */
  readonly several: readonly WaitingOn[];
  /** What happens by itself, and when. */
  readonly timers: readonly TimerRow[];
};

/**
 * Where an instance is, since when, on what it waits and what comes next.
 * @param events the newest page of its history, ascending; it names who paused or cancelled it, and why
 */
export function answerOf(detail: InstanceDetail, events: readonly EventRow[]): Answer {
  const nothing = { due: null, approvals: null, quote: null, next: [], several: [], timers: [] };
  const place: InState = { state: stateOf(detail), since: detail.stateSince };
  const ahead = { ...nothing, next: aheadOf(detail), timers: detail.timers };
  switch (detail.status) {
    case 'created':
    case 'validated':
    case 'scheduled':
      return { ...nothing, line: { kind: 'starting', since: detail.createdAt } };
    case 'running':
    case 'resumed':
      // Where it has forked, people may have something to decide while a worker is at another branch.
      return { ...ahead, line: workLine(detail, place), several: detail.waitingOn };
    case 'waiting':
      return waitingAnswer(detail, place);
    case 'needs_attention':
      return {
        ...nothing,
        line: {
          ...place,
          since: detail.statusSince,
          kind: 'attention',
          ...openIncident(detail, place.state),
        },
      };
    case 'paused': {
      const pausing = lastOf(events, 'WORKFLOW_PAUSED');
      const by = pausing?.actor.name ?? null;
      return {
        ...nothing,
        line: { ...place, since: detail.statusSince, kind: 'paused', by },
        quote: quoteOf(pausing),
      };
    }
    case 'completed':
      return completedAnswer(detail);
    case 'failed':
      return {
        ...nothing,
        line: { ...place, since: detail.statusSince, kind: 'failed' },
        quote: errorQuote(detail),
      };
    case 'cancelled': {
      const cancelling = askedToCancel(events);
      const line = {
        kind: 'cancelled',
        state: detail.state === null ? null : place.state,
        at: detail.closedAt ?? detail.statusSince,
        by: cancelling?.actor.name ?? null,
      } as const;
      return { ...nothing, line, quote: quoteOf(cancelling) };
    }
    case 'compensating':
    case 'compensation_failed':
    case 'reversed':
      return { ...nothing, line: { kind: detail.status, since: detail.statusSince } };
  }
}

function stateOf({ stateName, state }: InstanceDetail): string {
  return stateName ?? (state === null ? '' : wordsOfKey(state));
}

function waitingAnswer(detail: InstanceDetail, place: InState): Answer {
  const { waitingOn, waitingFor } = detail;
  const due = waitingOn.flatMap(({ dueAt }) => dueAt ?? []).sort()[0] ?? null;
  const rest = { due, approvals: null, quote: null, next: [], several: [], timers: detail.timers };
  const [task] = waitingOn;
  if (waitingOn.length > 1) {
    return { ...rest, line: { ...place, kind: 'tasks', count: waitingOn.length }, several: waitingOn };
  }
  if (task) {
    const { required, given } = task.approvals;
    return {
      ...rest,
      line: taskLine(task, place),
      approvals: required > 1 ? { required, given } : null,
      next: task.next,
    };
  }
  const next = aheadOf(detail);
  if (waitingFor.includes('child_workflow')) return { ...rest, line: childLine(detail, place), next };
  const reason = waitingFor.find(
    (one) => one !== 'human_task' && one !== 'activity' && one !== 'child_workflow',
  );
  if (reason) return { ...rest, line: { ...place, kind: 'waiting', reason }, next };
  const line = workLine(detail, place);
  return { ...rest, line, next, quote: line.kind === 'retrying' ? errorQuote(detail) : null };
}

/** Where it goes by itself when nothing goes wrong. */
function aheadOf({ next }: InstanceDetail): readonly NextStep[] {
  return next.length === 0
    ? []
    : [{ outcome: null, outcomeName: null, steps: next.map((name) => ({ key: name, name })) }];
}

function taskLine(task: WaitingOn, place: InState): AnswerLine {
  // The step of its branch, where the process has forked.
  const about = { ...place, state: task.stepName, task: task.title, taskId: task.taskId };
  if (task.assignee)
    return { ...about, kind: task.claimed ? 'claimed' : 'assigned', who: [task.assignee.name] };
  const who = [...task.roles.map(({ name }) => name), ...task.people.map(({ name }) => name)];
  return who.length === 0 ? { ...about, kind: 'nobody' } : { ...about, kind: 'open', who };
}

/** The children that have not ended: the only one by its name, several by their number. */
function childLine({ children }: InstanceDetail, place: InState): AnswerLine {
  const open = children.filter(({ status }) => isOpenChild(status));
  const [only] = open;
  const at = { ...place, state: only?.stepName ?? place.state };
  if (only?.instance && open.length === 1) {
    const child = `${only.instance.definition.name} ${only.subject}`;
    return { ...at, kind: 'child', child, childId: only.instance.id };
  }
  const { step, visit } = only ?? {};
  const count = children.filter(
    (one) => one.step === step && one.visit === visit && one.attempt === 1,
  ).length;
  return { ...at, kind: 'children', open: open.length, count };
}

/** What the system does in the present step, or in one of a branch: the activity that has not ended, where there is one. */
function workLine(detail: InstanceDetail, place: InState): AnswerLine {
  const open = detail.executions.filter(({ closedAt, status }) => closedAt === null && status !== 'created');
  const execution = open.find(({ status }) => status === 'running') ?? open[0];
  if (!execution) return { ...place, kind: 'running' };
  const { step, stepName, activityName, attempts } = execution;
  const state = step === detail.state ? place.state : stepName;
  if (execution.room) {
    const { title: resource, ahead } = execution.room;
    return { ...place, state, kind: 'room', activity: activityName, resource, ahead };
  }
  const about = { ...place, state, activity: activityName, attempt: attempts.length };
  if (execution.status === 'retrying' && execution.nextAttemptAt !== null) {
    return { ...about, kind: 'retrying', at: execution.nextAttemptAt };
  }
  return { ...about, kind: execution.status === 'running' ? 'active' : 'queued' };
}

function completedAnswer(detail: InstanceDetail): Answer {
  const votes = detail.tasks.flatMap((task) => task.votes).sort((a, b) => a.at.localeCompare(b.at));
  const vote = votes.at(-1);
  const end = detail.stateName ?? (detail.outcome === null ? '' : wordsOfKey(detail.outcome));
  return {
    line: {
      kind: 'completed',
      end,
      at: detail.closedAt ?? detail.statusSince,
      took: detail.createdAt,
      last: vote ? { by: vote.person.name, outcome: vote.outcomeName } : null,
    },
    due: null,
    approvals: null,
    quote: vote?.reason ? { text: vote.reason, from: vote.person.name } : null,
    next: [],
    several: [],
    timers: [],
  };
}

/** What the incident is about: an activity, where one has failed. */
function openIncident(
  { incidents, executions }: InstanceDetail,
  state: string,
): { state: string; code: string; activity: string | null } {
  const incident = incidents.find(({ closedAt }) => closedAt === null);
  const failed = executions.find(({ key, status }) => key === incident?.key && status === 'failed');
  const place = incident?.stepName ?? state;
  return { state: place, code: incident?.code ?? 'unknown', activity: failed?.activityName ?? null };
}

/** The event by which somebody cancelled it; where that had to wait for what ran or was undone, not the last one. */
function askedToCancel(events: readonly EventRow[]): EventRow | undefined {
  const cancelled = lastOf(events, 'WORKFLOW_CANCELLED');
  const data = cancelled?.data;
  const mode = typeof data === 'object' && data !== null && 'mode' in data ? data.mode : null;
  if (mode === 'graceful') return lastOf(events, 'WORKFLOW_CANCELLING') ?? cancelled;
  if (mode !== 'compensated') return cancelled;
  return events.findLast(
    ({ type, from }) => type === 'WORKFLOW_COMPENSATING' && from !== 'compensation_failed',
  );
}

function lastOf(events: readonly EventRow[], type: string): EventRow | undefined {
  return events.findLast((event) => event.type === type);
}

function quoteOf(event: EventRow | undefined): Answer['quote'] {
  return event?.reason ? { text: event.reason, from: event.actor.name } : null;
}

function errorQuote({ executions }: InstanceDetail): Answer['quote'] {
  const failed = executions.findLast((execution: ExecutionRow) => execution.error !== null);
  return failed?.error ? { text: failed.error.message, from: null } : null;
}
