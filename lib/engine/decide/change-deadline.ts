import { hasCome, readInstant } from '@/lib/engine/deadlines/instant';
import type { Step } from '@/lib/engine/definition/step-schema';
import type { SetTimer } from '@/lib/engine/event-data';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { Snapshot, Stay } from '@/lib/engine/snapshot';
import type { InputOf, Refusal } from './contract';
import { type Counted, countTime } from './count-time';
import { timersOf } from './deadlines';
import type { Draft } from './draft';
import { closedTask } from './task-holders';
import { invalid, notAllowed, notFound } from './refusals';

/**
 * A deadline is moved (DESIGN 10): the rungs that were still to come are counted anew from the instant that is given, and one
 * that has acted already acts again where its new instant is still to come. What it was before stays in the history.
 */
export function changeDeadline(draft: Draft, input: InputOf<'change_deadline'>): Refusal | null {
  const { snapshot, env } = draft;
  const place = openDeadline(draft, input.stay);
  if ('code' in place) return place;
  const { stay, step } = place;
  const deadline = newDeadline(draft, { key: stay.key, step }, input.to);
  if (!deadline.ok) return invalid([{ path: '/to', message: deadline.message }]);
  if (hasCome(deadline.at, env.now)) {
    return invalid([{ path: '/to', message: 'This deadline has passed already; name a later instant.' }]);
  }
  const before = deadlineBefore(snapshot, stay);
  if (before === deadline.at) return null;
  const counted = timersOf(draft, stay, step, deadline, `:${snapshot.sequence + 1}`);
  if (!counted.ok) return invalid([{ path: '/to', message: counted.message }]);
  const timers = counted.timers.filter((timer) => !isOver(draft, timer));
  const data = { stay: stay.key, before, dueAt: deadline.at, basis: deadline.basis, timers };
  const said = { data, reason: input.reason };
  const task = snapshot.tasks[stay.key];
  if (task) draft.task('DEADLINE_CHANGED', task, null, said);
  else draft.note('DEADLINE_CHANGED', 'timer', stay.key, { ...said, branch: stay.branch });
  return null;
}

type WithDue = Extract<Step, { due?: unknown }>;

function openDeadline(draft: Draft, key: string): { readonly stay: Stay; readonly step: WithDue } | Refusal {
  const { snapshot } = draft;
  const stay = snapshot.stays[key];
  const step = stay && draft.compiled.steps.get(stay.step);
  if (!stay || !step || stay.exitedAt !== null) return notFound('This step is over.', { stay: key });
  const task = snapshot.tasks[key];
  if (task && !isOpenTask(task.status)) return closedTask(snapshot, task);
  const has = 'due' in step && (step.due !== undefined || (step.type === 'USER_TASK' && task !== undefined));
  if (!has || stay.leaving || snapshot.ending !== null) {
    return notAllowed(snapshot, `${step.name ?? step.key} has no deadline that could be changed.`, {
      stay: key,
    });
  }
  return { stay, step };
}

function newDeadline(
  draft: Draft,
  { key, step }: { readonly key: string; readonly step: WithDue },
  to: InputOf<'change_deadline'>['to'],
): Counted {
  const { now, timeZone = 'UTC' } = draft.env;
  const zone = draft.snapshot.tasks[key]?.dueBasis?.['timeZone'] as string | undefined;
  if ('in' in to) return countTime(draft, now, to.in, { calendar: step.due?.calendar, zone });
  const at = readInstant(to.at, timeZone);
  if (at !== null) return { ok: true, at, basis: { given: at, from: now, timeZone } };
  return { ok: false, message: `${to.at} is no instant; write one like 2026-03-02T17:00:00Z.` };
}

function deadlineBefore({ tasks, timers }: Snapshot, stay: Stay): string | null {
  const task = tasks[stay.key];
  if (task) return task.dueAt;
  const timer = Object.values(timers).find(
    ({ stay: its, closedAt, purpose }) =>
      its === stay.key && closedAt === null && (purpose === 'rung' || purpose === 'due'),
  );
  return (timer?.basis['dueAt'] as string | undefined) ?? null;
}

/** A rung that has acted before and whose new instant is not ahead. */
function isOver({ snapshot, env }: Draft, { stay, rung, dueAt }: SetTimer): boolean {
  if (!hasCome(dueAt, env.now)) return false;
  return Object.values(snapshot.timers).some(
    (timer) => timer.stay === stay && timer.rung === rung && timer.ending === 'fired',
  );
}
