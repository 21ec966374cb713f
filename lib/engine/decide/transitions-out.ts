import type { Scope } from '@/lib/engine/conditions/contract';
import { evaluateCondition } from '@/lib/engine/conditions/evaluate';
import type { Transition, Trigger } from '@/lib/engine/definition/schema';
import { equalJson, type JsonObject } from '@/lib/engine/json';
import type { DataOf } from '@/lib/engine/event-data';
import type { Stay } from '@/lib/engine/snapshot';
import type { Draft } from './draft';
import { type Cause, ruleVersions, scopeOf } from './scope';

/** A transition that is taken, and why. */
export type TakenWay = {
  readonly kind: 'taken';
  readonly transition: Transition;
  readonly byDefault: boolean;
  readonly reads: JsonObject;
};

/** What a step found out about its way out. */
export type Choice = TakenWay | NoWay;
type NoWay =
  { readonly kind: 'failed'; readonly message: string } | { readonly kind: 'none'; readonly message: string };

/**
 * The transition that a trigger takes out of a step (DESIGN 7): among those that it selects, by priority (high first)
 * then key, the first whose condition is true; else the one marked `default`. A condition that cannot be evaluated ends
 * the search: going on to the next would be a guess.
 */
export function chooseWayOut(draft: Draft, stay: Stay, trigger: Trigger, cause: Cause = {}): Choice {
  const selected = selectedBy(draft, stay, trigger);
  const scope = once(() => scopeOf(draft.snapshot, draft.env, cause));
  for (const transition of selected) {
    if (transition.default) continue;
    const way = tryWay(draft, transition, scope);
    if (way) return way;
  }
  const fallback = selected.find((one) => one.default);
  return fallback ? asDefault(fallback) : { kind: 'none', message: noneWords(stay, trigger, selected) };
}

/**
 * The ways out that a fork takes at once, in the order in which conditions are tried. `all` asks no condition; `matching`
 * takes its default only where no other condition holds.
 */
export function choosePaths(
  draft: Draft,
  stay: Stay,
  mode: 'all' | 'matching',
): { readonly kind: 'taken'; readonly ways: readonly TakenWay[] } | NoWay {
  const selected = selectedBy(draft, stay, 'completion');
  const ways: TakenWay[] = [];
  const scope = once(() => scopeOf(draft.snapshot, draft.env));
  for (const transition of selected) {
    if (mode === 'matching' && transition.default) continue;
    const way =
      mode === 'all'
        ? ({ kind: 'taken', transition, byDefault: false, reads: {} } as const)
        : tryWay(draft, transition, scope);
    if (way?.kind === 'failed') return way;
    if (way) ways.push(way);
  }
  const fallback = selected.find((one) => one.default);
  if (ways.length === 0 && fallback) ways.push(asDefault(fallback));
  return ways.length > 0
    ? { kind: 'taken', ways }
    : { kind: 'none', message: noneWords(stay, 'completion', selected) };
}

function selectedBy(draft: Draft, stay: Stay, trigger: Trigger): readonly Transition[] {
  return (draft.compiled.waysOut.get(stay.step) ?? []).filter(({ on }) =>
    equalJson(on ?? 'completion', trigger),
  );
}

/** The repair transition if its condition holds, or why it is not taken now. */
export function considerRepair(draft: Draft, transition: Transition): Choice {
  const way = tryWay(draft, transition, () => scopeOf(draft.snapshot, draft.env));
  const message = `The condition of ${transition.key} does not hold: ${transition.when}.`;
  return way ?? { kind: 'none', message };
}

/** What conditions see, made for the first that there is; most steps have none. */
function once(make: () => Scope): () => Scope {
  let made: Scope | undefined;
  return () => (made ??= make());
}

/** The transition if its condition holds, null if not, or why that cannot be said. */
function tryWay(
  draft: Draft,
  transition: Transition,
  scope: () => Scope,
): TakenWay | Extract<NoWay, { kind: 'failed' }> | null {
  if (transition.when === undefined) return { kind: 'taken', transition, byDefault: false, reads: {} };
  const result = evaluateCondition(transition.when, scope(), draft.compiled.declared);
  if (!result.ok) return { kind: 'failed', message: failedWords(transition, result.message) };
  return result.value === true ? { kind: 'taken', transition, byDefault: false, reads: result.reads } : null;
}

function asDefault(transition: Transition): TakenWay {
  return { kind: 'taken', transition, byDefault: true, reads: {} };
}

/** The way out by an error: transitions for its code come before those for any error. */
export function chooseErrorWayOut(draft: Draft, stay: Stay, code: string): Choice {
  const byCode = chooseWayOut(draft, stay, { error: code });
  return byCode.kind === 'none' ? chooseWayOut(draft, stay, { error: true }) : byCode;
}

/** Why the way is taken, as its event keeps it. */
export function reasonsOf(
  draft: Draft,
  { transition, byDefault, reads }: TakenWay,
): DataOf<'TRANSITION_TAKEN'> {
  return {
    trigger: transition.on ?? 'completion',
    condition: byDefault ? null : (transition.when ?? null),
    default: byDefault,
    reads,
    rules: ruleVersions(reads, draft.env),
  };
}

function failedWords(transition: Transition, message: string): string {
  return `The condition of transition ${transition.key} (${transition.from} → ${transition.to}) could not be evaluated. ${message} Mend the context and retry.`;
}

function noneWords(stay: Stay, trigger: Trigger, selected: readonly Transition[]): string {
  const tried = selected.map(({ key, when }) => `${key}: ${when}`).join('; ');
  const what =
    selected.length === 0 ? 'there is none' : `no condition is true (${tried}) and there is no default`;
  return `No transition leads out of ${stay.step} on ${triggerWords(trigger)}: ${what}. Mend the context and retry.`;
}

function triggerWords(trigger: Trigger): string {
  if (typeof trigger === 'string') return trigger;
  const [[name, value] = ['', '']] = Object.entries(trigger);
  return `${name} ${value === true ? '(any)' : value}`;
}
