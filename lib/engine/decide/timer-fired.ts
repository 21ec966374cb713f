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

function isDue({ snapshot, env }: Draft, { closedAt, dueAt }: Timer): boolean {
  const live = snapshot.ending === null && (snapshot.status === 'running' || snapshot.status === 'waiting');
  return live && closedAt === null && hasCome(dueAt, env.now);
}

function inOrder(left: Timer, right: Timer): number {
  if (left.dueAt !== right.dueAt) return left.dueAt < right.dueAt ? -1 : 1;
  return left.key < right.key ? -1 : 1;
}

function fire(draft: Draft, timer: Timer): void {
  draft.handTo(timerActor(timer.key));
  switch (timer.purpose) {
    case 'wait':
      draft.note('TIMER_FIRED', 'timer', timer.key, { data: { dueAt: timer.dueAt }, branch: timer.branch });
      return goOn(draft);
    case 'rung':
      return fireRung(draft, timer);
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
}

/** The words of a rung; one whose text cannot be made still does what it is for. */
function textOf(draft: Draft, { text }: Rung): string | undefined {
  if (text === undefined) return undefined;
  const made = renderTemplate(text, scopeOf(draft.snapshot, draft.env), draft.compiled.declared);
  if (!made.ok || made.value === null) return undefined;
  return typeof made.value === 'string' ? made.value : JSON.stringify(made.value);
}
