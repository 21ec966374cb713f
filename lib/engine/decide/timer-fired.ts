import { renderTemplate } from '@/lib/engine/conditions/template';
import { hasCome } from '@/lib/engine/deadlines/instant';
import type { Rung } from '@/lib/engine/definition/step-schema';
import type { EventActor } from '@/lib/engine/event';
import type { Timer } from '@/lib/engine/snapshot';
import { goOn } from './advance';
import type { InputOf, Refusal } from './contract';
import { ladderOf } from './deadlines';
import { giveOn, heirsOf } from './give-on';
import type { Draft } from './draft';
import { notAllowed, notFound } from './refusals';
import { hasDeadlineWayOut, leaveInterrupted } from './interruption';
import { scopeOf } from './scope';
import { take } from './take';
import { chooseWayOut } from './transitions-out';

/**
 * A timer came due (DESIGN 10). Its own event comes before what it causes. One whose stay is over, or that is not due yet,
 * does nothing; one that comes due while the instance is paused or needs attention acts when that ends.
 */
export function timerFired(draft: Draft, input: InputOf<'timer_fired'>): Refusal | null {
  const timer = draft.snapshot.timers[input.timer];
  if (timer && isDue(draft, timer)) fire(draft, timer);
  return null;
}

/** Support does not wait for a timer: its event is theirs, what follows from it is the timer's as ever. */
export function runTimer(draft: Draft, { timer: key }: InputOf<'run_timer'>): Refusal | null {
  const { snapshot } = draft;
  const timer = snapshot.timers[key];
  if (!timer || timer.closedAt !== null)
    return notFound('This timer is over, or there was none of that name.', { timer: key });
  if (!isLive(draft)) {
    const now = snapshot.ending === null ? snapshot.status : 'being ended';
    return notAllowed(snapshot, `A timer runs only while its instance runs or waits; this one is ${now}.`, {
      timer: key,
    });
  }
  fire(draft, timer, true);
  return null;
}

/** What came due while nothing could happen acts now: each timer once, in the order of their instants. */
export function fireDueTimers(draft: Draft): void {
  const due = Object.values(draft.snapshot.timers)
    .filter((timer) => isDue(draft, timer))
    .sort(inOrder);
  for (const { key } of due) {
    const timer = draft.snapshot.timers[key];
    if (timer && isDue(draft, timer)) fire(draft, timer);
  }
}

/** The timer, as the actor of what it does. */
export function timerActor(timer: string): EventActor {
  return { type: 'timer', id: timer, name: 'Timer' };
}

function isDue(draft: Draft, { closedAt, dueAt }: Timer): boolean {
  return isLive(draft) && closedAt === null && hasCome(dueAt, draft.env.now);
}

function isLive({ snapshot }: Draft): boolean {
  return snapshot.ending === null && (snapshot.status === 'running' || snapshot.status === 'waiting');
}

function inOrder(left: Timer, right: Timer): number {
  if (left.dueAt !== right.dueAt) return left.dueAt < right.dueAt ? -1 : 1;
  return left.key < right.key ? -1 : 1;
}

/** @param byAsking the first event is of the one who asked; after it, and otherwise, the timer is the actor */
function fire(draft: Draft, timer: Timer, byAsking = false): void {
  if (!byAsking) draft.handTo(timerActor(timer.key));
  switch (timer.purpose) {
    case 'wait':
      draft.note('TIMER_FIRED', 'timer', timer.key, { data: { dueAt: timer.dueAt }, branch: timer.branch });
      draft.handTo(timerActor(timer.key));
      return goOn(draft);
    case 'rung':
      return fireRung(draft, timer);
    case 'follow_up':
      draft.note('TIMER_FIRED', 'timer', timer.key, {
        data: { dueAt: timer.dueAt, followUp: true },
        branch: timer.branch,
      });
      return draft.handTo(timerActor(timer.key));
    case 'due':
      return passed(draft, timer, 'none');
    case 'max_age':
      return fireAge(draft, timer);
  }
}

function fireRung(draft: Draft, timer: Timer): void {
  const stay = draft.snapshot.stays[timer.stay ?? ''];
  const step = stay && draft.compiled.steps.get(stay.step);
  const rung = step && ladderOf(step).find(({ key }) => key === timer.rung);
  if (!stay || !rung) throw new Error(`The timer ${timer.key} belongs to no rung of this definition.`);
  const heirs = rung.action === 'reassign' || rung.action === 'escalate' ? heirsOf(draft, stay, rung) : null;
  passed(draft, timer, rung.action, {
    text: textOf(draft, rung),
    nobody: heirs !== null && heirs.roles.length === 0 && heirs.people.length === 0,
  });
  if (heirs) giveOn(draft, stay, rung, heirs);
  if (rung.action === 'transition') goOn(draft);
}

/**
 * A maximum age was reached: the step's own transition for it, else a person has to look. The age of the whole instance is
 * reached in every stay at once.
 */
function fireAge(draft: Draft, timer: Timer): void {
  passed(draft, timer, 'age');
  if (timer.stay !== null) {
    const stay = draft.snapshot.stays[timer.stay];
    if (stay && hasDeadlineWayOut(draft, stay.step, 'maxAge')) return goOn(draft);
    return overdue(draft, timer, stay?.step ?? draft.snapshot.state ?? '');
  }
  const stays = Object.values(draft.snapshot.stays)
    .filter(
      ({ exitedAt, step, leaving }) =>
        exitedAt === null && !leaving && hasDeadlineWayOut(draft, step, 'maxAge'),
    )
    .sort((left, right) => (left.key < right.key ? -1 : 1));
  if (stays.length === 0) return overdue(draft, timer, draft.snapshot.state ?? '');
  for (const stay of stays) {
    // The way out of another branch may have ended this one.
    if (draft.snapshot.stays[stay.key]?.exitedAt !== null) continue;
    const way = leaveInterrupted(draft, stay, chooseWayOut(draft, stay, { deadline: 'maxAge' }));
    if (way.kind !== 'leaves') return;
    take(draft, stay, way.choice);
  }
  draft.handToSystem();
  goOn(draft);
}

function overdue(draft: Draft, timer: Timer, step: string): void {
  const words = `${timer.stay === null ? 'This instance' : step} has reached its maximum age (${String(timer.basis['duration'])}). Decide what is to become of it: cancel it, or retry to let it go on.`;
  draft.incident(timer.key, step, 'overdue', words);
}

function passed(
  draft: Draft,
  timer: Timer,
  action: Rung['action'] | 'age' | 'none',
  { text, nobody = false }: { readonly text?: string | undefined; readonly nobody?: boolean } = {},
): void {
  const { dueAt, rung } = timer;
  draft.note('DEADLINE_PASSED', 'timer', timer.key, {
    data: {
      dueAt,
      rung,
      action,
      ...(text !== undefined && { text }),
      ...(nobody && { nobody: true as const }),
    },
    branch: timer.branch,
  });
  draft.handTo(timerActor(timer.key));
}

/** The words of a rung; one whose text cannot be made still does what it is for. */
function textOf(draft: Draft, { text }: Rung): string | undefined {
  if (text === undefined) return undefined;
  const made = renderTemplate(text, scopeOf(draft.snapshot, draft.env), draft.compiled.declared);
  if (!made.ok || made.value === null) return undefined;
  return typeof made.value === 'string' ? made.value : JSON.stringify(made.value);
}
