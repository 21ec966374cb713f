import { mayStart } from '@/lib/definitions/permissions';
import { allActivities } from '@/lib/engine/conditions/declared';
import { compile } from '@/lib/engine/decide/compiled';
import type { CancelMode } from '@/lib/engine/decide/contract';
import { atDeadlineOf } from '@/lib/deadlines/at-deadline';
import type { Definition } from '@/lib/engine/definition/schema';
import { mayUpload, mostFileBytes } from '@/lib/files/permissions';
import { instanceMoves, isClosed, isOpenTask } from '@/lib/engine/lifecycle';
import type { Vote } from '@/lib/engine/snapshot';
import type { Actor } from '@/lib/people/actor';
import { holds } from '@/lib/people/permissions';
import type { PublishedDefinition } from '@/lib/runtime/snapshot';
import { drawingOf } from './drawing';
import { titledFacts } from './fact-titles';
import { ledgerOf } from './ledger';
import { likelyNext, nextSteps, outcomeName, stepName } from './names';
import type { StoredDetail, StoredExecution, StoredTask } from './read-instance';
import type { StoredInstance } from './read-instances';
import type { Relatives } from './relatives';
import type { ExecutionRow } from './execution-schema';
import type { InstanceDetail, InstanceRow, InstanceTask, VoteRow, WaitingOn } from './schema';
import type { TimerRow } from './timers';

/** A row of the list, with the names that its version gives. */
export function instanceRow(
  { row, atDeadline }: StoredInstance,
  { key, version, content }: PublishedDefinition,
  roles: ReadonlyMap<string, string>,
): InstanceRow {
  return {
    ...row,
    definition: { key, name: content.name, version },
    facts: titledFacts(content, row.facts, content.facts),
    stateName: row.state === null ? null : stepName(content, row.state),
    atDeadline: atDeadlineOf(content, atDeadline, roles),
    next: row.state === null || row.closedAt !== null ? [] : likelyNext(content, row.state),
  };
}

/** All that the instance's page shows. @param rungRoles names of the roles in what happens at its deadline */
export function instanceDetail(
  actor: Actor,
  stored: StoredDetail,
  published: PublishedDefinition,
  relatives: Relatives,
  rungRoles: ReadonlyMap<string, string>,
): InstanceDetail {
  const { content } = published;
  return {
    ...instanceRow(stored, published, rungRoles),
    ...stored.more,
    waitingOn: stored.tasks
      .filter(({ status }) => isOpenTask(status))
      .map((task) => waitingOn(content, stored, task)),
    drawing: drawingOf(content, stored),
    tasks: stored.tasks.map((task) => taskRow(content, stored, task)),
    executions: stored.executions.map((execution) => executionRow(content, execution)),
    incidents: stored.incidents.map((incident) => ({
      ...incident,
      stepName: incident.step === null ? null : stepName(content, incident.step),
    })),
    parent: relatives.parent,
    reopenedAs: [...relatives.reopenedAs],
    children: stored.children.map((child) => ({
      ...child,
      stepName: stepName(content, child.step),
      instance: relatives.children.get(child.key) ?? null,
    })),
    ledger: ledgerOf(content, stored.executions, stored.incidents),
    timers: stored.timers.map((timer) => timerRow(content, timer)),
    signals: stored.signals.map(({ consumedBy, ...signal }) => ({
      ...signal,
      consumedIn: consumedBy === null ? null : stepName(content, stepOf(consumedBy)),
    })),
    offered: offeredTo(actor, stored, content, relatives),
  };
}

/** A vote with the name of its outcome. */
export function voteRow(outcomes: StoredTask['outcomes'], vote: Vote): VoteRow {
  return { ...vote, outcomeName: outcomeName(outcomes, vote.outcome) };
}

/** People named by address, with their names as far as they are known here. */
export function namedPeople(
  addresses: readonly string[],
  known: StoredDetail['people'],
): WaitingOn['people'] {
  return addresses.map(
    (email) => known.find((person) => person.email === email) ?? { id: null, name: email, email },
  );
}

function waitingOn(definition: Definition, stored: StoredDetail, task: StoredTask): WaitingOn {
  return {
    taskId: task.id,
    title: task.title,
    step: task.step,
    stepName: stepName(definition, task.step),
    assignee: task.assignee,
    claimed: task.status === 'in_progress',
    roles: rolesOf(stored, task),
    people: namedPeople(task.candidatePeople, stored.people),
    dueAt: task.dueAt,
    approvals: { required: task.approvals.required, given: task.votes.length },
    next: nextSteps(definition, task.step, task.outcomes),
  };
}

function rolesOf({ roles }: StoredDetail, { candidateRoles }: StoredTask): WaitingOn['roles'] {
  return candidateRoles.map((key) => ({ key, name: roles[key] ?? key }));
}

function taskRow(definition: Definition, stored: StoredDetail, task: StoredTask): InstanceTask {
  const { id, key, step, visit, title, status, assignee, dueAt, createdAt, closedAt, outcome } = task;
  return {
    id,
    key,
    step,
    stepName: stepName(definition, step),
    visit,
    title,
    status,
    assignee,
    roles: rolesOf(stored, task),
    dueAt,
    createdAt,
    closedAt,
    outcome,
    outcomeName: outcome === null ? null : outcomeName(task.outcomes, outcome),
    votes: task.votes.map((vote) => voteRow(task.outcomes, vote)),
  };
}

function executionRow(definition: Definition, execution: StoredExecution): ExecutionRow {
  const activity = allActivities(definition).find(({ key }) => key === execution.activity);
  return {
    key: execution.key,
    step: execution.step,
    stepName: stepName(definition, execution.step),
    visit: execution.visit,
    activity: execution.activity,
    undoOf: execution.undoOf,
    activityName: activity?.name ?? execution.activity,
    type: activity?.type ?? '',
    status: execution.status,
    attempts: [...execution.attempts],
    nextAttemptAt: execution.nextAttemptAt,
    room: execution.room,
    output: execution.output,
    error: execution.error,
    createdAt: execution.createdAt,
    closedAt: execution.closedAt,
  };
}

function timerRow(definition: Definition, timer: StoredDetail['timers'][number]): TimerRow {
  const { key, stay, dueAt } = timer;
  const step = stay === null ? null : stepOf(stay);
  return {
    key,
    dueAt,
    stepName: step && stepName(definition, step),
    action: actionOf(definition, step, timer),
  };
}

const ofPurpose = { wait: 'go_on', due: 'due', follow_up: 'follow_up', max_age: 'age' } as const;

function actionOf(
  definition: Definition,
  key: string | null,
  { purpose, rung }: StoredDetail['timers'][number],
): TimerRow['action'] {
  if (purpose !== 'rung') return ofPurpose[purpose];
  const step = definition.steps.find((one) => one.key === key);
  const ladder = step && 'due' in step ? (step.due?.ladder ?? []) : [];
  return ladder.find((one) => one.key === rung)?.action ?? 'due';
}

/** The step of a stay's key: `main:in_review:2` → `in_review`. */
function stepOf(stay: string): string {
  return stay.split(':').at(-2) ?? stay;
}

/** What the actor may ask of the instance as it is now. The commands check again when they are asked. */
function offeredTo(
  actor: Actor,
  stored: StoredDetail,
  definition: Definition,
  { reopenedAs }: Relatives,
): InstanceDetail['offered'] {
  const repairs = holds(actor, 'instances.repair');
  const { status, requester } = stored.row;
  const leadsTo = instanceMoves[status];
  const inNeed = repairs && (status === 'needs_attention' || status === 'compensation_failed');
  const isOwn = requester?.id === actor.personId;
  const modes = repairs || isOwn ? cancelModesOf(stored) : [];
  const open = new Set(stored.incidents.filter(({ closedAt }) => closedAt === null).map(({ key }) => key));
  return {
    cancel: modes.length > 0,
    cancelModes: modes,
    pause: repairs && leadsTo.includes('paused'),
    resume: repairs && status === 'paused',
    retry: inNeed,
    reopen:
      isClosed(status) &&
      (repairs || (isOwn && mayStart(actor, definition))) &&
      reopenedAs.every(({ closedAt }) => closedAt !== null),
    moves: repairs && !isClosed(status) ? movesFrom(definition, stored) : [],
    skip: inNeed
      ? stored.executions
          .filter((one) => one.status === 'failed' || (one.status === 'created' && open.has(one.key)))
          .map(({ key }) => key)
      : [],
    upload: mayUpload(actor, requester?.id ?? null) ? awaitedFiles(definition, stored) : [],
  };
}

/** The transitions for repairs that lead out of where it is. */
function movesFrom(content: Definition, { stays }: StoredDetail): InstanceDetail['offered']['moves'] {
  const { repairs } = compile(content);
  return stays
    .filter(({ exitedAt }) => exitedAt === null)
    .flatMap(({ key: stay, step }) =>
      (repairs.get(step) ?? []).map(({ key, name, to }) => ({
        transition: key,
        name: name ?? null,
        stay,
        fromName: stepName(content, step),
        toName: stepName(content, to),
      })),
    );
}

/** The steps that wait for a file now. */
function awaitedFiles(
  content: Definition,
  { row, stays }: StoredDetail,
): InstanceDetail['offered']['upload'] {
  if (!row.waitingFor.includes('file_upload')) return [];
  const open = new Set(stays.filter(({ exitedAt }) => exitedAt === null).map(({ step }) => step));
  return content.steps.flatMap((step) =>
    step.type === 'WAIT_FOR_FILE' && open.has(step.key)
      ? [
          {
            step: step.key,
            stepName: stepName(content, step.key),
            accept: step.accept ?? [],
            maxSize: Math.min(step.maxSize ?? mostFileBytes, mostFileBytes),
          },
        ]
      : [],
  );
}

/** The ways to cancel that make sense where the instance is; none while what it did is being undone. */
function cancelModesOf({ row: { status }, more: { ending } }: StoredDetail): CancelMode[] {
  if (ending?.by === 'compensation') return [];
  const leadsTo = instanceMoves[status];
  const compensated: CancelMode[] = leadsTo.includes('compensating') ? ['compensated'] : [];
  if (!leadsTo.includes('cancelled')) return compensated;
  const graceful: CancelMode[] = compensated.length > 0 && ending === null ? ['graceful'] : [];
  return ['immediate', ...graceful, ...compensated];
}
