import { atDeadlineOf } from '@/lib/deadlines/at-deadline';
import type { Fact } from '@/lib/engine/definition/step-schema';
import { isOpenTask } from '@/lib/engine/lifecycle';
import { namedPeople, voteRow } from '@/lib/instances/detail';
import { titledFacts } from '@/lib/instances/fact-titles';
import type { FactValue } from '@/lib/instances/schema';
import { nextSteps, outcomeName, stepName } from '@/lib/instances/names';
import type { Actor } from '@/lib/people/actor';
import { isBareKey } from '@/lib/people/authorize';
import { holds } from '@/lib/people/permissions';
import type { PublishedDefinition } from '@/lib/runtime/snapshot';
import { type AskedTask, type Authority, type Decider, mayDecide } from './authority';
import { tally } from '@/lib/engine/decide/tally';
import { alreadyDecided } from './closed';
import type { StoredTask } from './read-task';
import type { StoredTaskRow } from './read-tasks';
import type { TaskDetail, TaskRow } from './schema';
import { earlierDeciders } from '@/lib/engine/second-eyes';

/** A row of the inbox, with the names that its version gives. */
export function taskRow(
  { row, outcomes, atDeadline }: Pick<StoredTaskRow, 'row' | 'outcomes' | 'atDeadline'>,
  { key, content }: PublishedDefinition,
  roles: ReadonlyMap<string, string>,
): TaskRow {
  return {
    ...row,
    definition: { key, name: content.name },
    facts: shownFacts(content, row.step, row.facts),
    stepName: stepName(content, row.step),
    atDeadline: atDeadlineOf(content, atDeadline, roles),
    outcomes: [...outcomes],
    outcomeName: row.outcome === null ? null : outcomeName(outcomes, row.outcome),
  };
}

function formOf(
  { steps }: PublishedDefinition['content'],
  step: string,
): TaskDetail['earlier'][number]['form'] {
  const task = steps.find(({ key }) => key === step);
  if (task?.type !== 'USER_TASK' || !task.form) return null;
  const { schema, ui } = task.form;
  return { schema, ...(ui && { ui }) };
}

/** A task's facts as people read them. */
export function shownFacts(
  content: PublishedDefinition['content'],
  step: string,
  facts: readonly FactValue[],
): FactValue[] {
  return titledFacts(content, facts, [...ownFacts(content, step), ...(content.facts ?? [])]);
}

/** The facts of a task's own step; where it has none, its row shows those of its instance. */
function ownFacts({ steps }: PublishedDefinition['content'], step: string): readonly Fact[] {
  const task = steps.find(({ key }) => key === step);
  return task?.type === 'USER_TASK' ? (task.facts ?? []) : [];
}

/**
 * All that the task's page shows.
 * @param holder the person who has taken the task, when that is not the actor
 * @param rungRoles names of the roles in what happens at its deadline
 */
export function taskDetail(
  actor: Actor,
  stored: StoredTask,
  published: PublishedDefinition,
  holder: Decider | null,
  rungRoles: ReadonlyMap<string, string>,
): TaskDetail {
  const { content } = published;
  const { row, more, outcomes } = stored;
  return {
    ...taskRow(stored, published, rungRoles),
    instructions: more.instructions,
    form: more.form ?? null,
    next: nextSteps(content, row.step, outcomes),
    candidates: {
      roles: more.candidateRoles.map((key) => ({ key, name: stored.roles[key] ?? key })),
      people: namedPeople(more.candidatePeople, stored.people),
    },
    approvals: more.approvals,
    tally: tallyOf(content, stored),
    delegatedBy: more.delegation?.by ?? null,
    votes: more.votes.map((vote) => voteRow(outcomes, vote)),
    earlier: stored.earlier.map(({ taskId, title, step, outcomes: of, vote }) => ({
      taskId,
      title,
      step,
      stepName: stepName(content, step),
      form: formOf(content, step),
      vote: voteRow(of, vote),
    })),
    ...offeredTo(actor, stored, published, holder),
  };
}

/** What the actor may do with the task now. The commands look again, with the roles held then. */
export function offeredTo(
  actor: Actor,
  stored: StoredTask,
  published: PublishedDefinition,
  holder: Decider | null,
): Pick<TaskDetail, 'mayDecide' | 'mayClaim' | 'mayRelease' | 'mayDelegate' | 'mayHandBack' | 'mayReassign'> {
  const { row } = stored;
  if (!isOpenTask(row.status)) {
    const { outcomes, more } = stored;
    const { message } = alreadyDecided({ ...row, outcomes, votes: more.votes }, actor);
    return {
      mayDecide: { ok: false, rule: 'closed', message },
      mayClaim: false,
      mayRelease: false,
      mayDelegate: false,
      mayHandBack: false,
      mayReassign: false,
    };
  }
  const task = askedTask(stored, published);
  const person = isBareKey(actor) ? null : deciderOf(actor, stored);
  const verdict = mayDecide(person, task, stored.rules);
  const taken = row.status === 'in_progress';
  return {
    mayDecide: shownVerdict(row.instanceStatus, verdict),
    mayClaim: verdict.ok && !taken,
    mayRelease: taken && mayRelease(actor, person, task, stored, holder),
    mayDelegate: verdict.ok,
    mayHandBack: task.delegation !== undefined && mayHandBack(actor, task),
    mayReassign: holds(actor, 'instances.repair'),
  };
}

function mayRelease(
  actor: Actor,
  person: Decider | null,
  task: AskedTask,
  { rules }: StoredTask,
  holder: Decider | null,
): boolean {
  if (task.assignee?.id === actor.personId || holds(actor, 'instances.repair')) return true;
  const couldTake = mayDecide(person, { ...task, status: 'pending', assignee: null }, rules).ok;
  return couldTake && !mayDecide(holder, task, rules).ok;
}

/** Who has a delegated task may hand it back; who gave it, and staff, may call it back. */
export function mayHandBack(
  actor: Pick<Actor, 'personId' | 'permissions'>,
  task: Pick<AskedTask, 'assignee' | 'delegation'>,
): boolean {
  const { assignee, delegation } = task;
  return [assignee?.id, delegation?.by.id].includes(actor.personId) || holds(actor, 'instances.repair');
}

/** A task of an instance that does not go on (paused, in need of attention) cannot be decided by anybody now. */
function atRest(status: TaskRow['instanceStatus']): TaskDetail['mayDecide'] | null {
  // One that runs has forked, and a worker is at another of its branches.
  if (status === 'waiting' || status === 'running') return null;
  const message = `This request is ${status.replaceAll('_', ' ')} at the moment. It can be decided when it goes on; support can see to that.`;
  return { ok: false, rule: 'not_waiting', message };
}

/** A verdict of the policy as it is shown; it does not matter while nobody can decide. */
export function shownVerdict(status: TaskRow['instanceStatus'], verdict: Authority): TaskDetail['mayDecide'] {
  return atRest(status) ?? (verdict.ok ? { ok: true, right: verdict.right } : verdict);
}

/** What the policy reads of a stored task. */
export function askedTask({ row, more, earlier }: StoredTask, published: PublishedDefinition): AskedTask {
  return {
    ...row,
    ...more,
    process: published.key,
    earlierDeciders: earlierDeciders(published.content, row.step, earlier),
    changedSince: null,
  };
}

/** How the votes on a task stand, with the names of its outcomes. */
export function tallyOf(
  { steps }: PublishedDefinition['content'],
  { row, more, outcomes }: StoredTask,
): TaskDetail['tally'] {
  const step = steps.find(({ key }) => key === row.step);
  if (step?.type !== 'USER_TASK') throw new Error(`the step ${row.step} of a task is none of people`);
  const counted = tally(step, more.votes);
  return {
    ...counted,
    open: counted.open.map((one) => ({ ...one, outcomeName: outcomeName(outcomes, one.outcome) })),
  };
}

function deciderOf({ personId, name, email, roles }: Actor, { actingFor }: StoredTask): Decider {
  return { id: personId, name, email, roles, active: true, actingFor };
}
