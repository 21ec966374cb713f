import { evaluateCondition } from '@/lib/engine/conditions/evaluate';
import type { Transition, Trigger } from '@/lib/engine/definition/schema';
import { equalJson, type JsonObject } from '@/lib/engine/json';
import { type Stay, stayKey } from '@/lib/engine/snapshot';
import type { Draft } from './draft';
import { type Cause, ruleVersions, scopeOf } from './scope';

/** What a step found out about its way out. */
export type Choice =
  | {
      readonly kind: 'taken';
      readonly transition: Transition;
      readonly byDefault: boolean;
      readonly reads: JsonObject;
    }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'none'; readonly message: string };

/**
 * The transition that a trigger takes out of a step (DESIGN 7): among those that it selects, by priority (high first)
 * then key, the first whose condition is true; else the one marked `default`. A condition that cannot be evaluated ends
 * the search: going on to the next would be a guess.
 */
export function chooseWayOut(draft: Draft, stay: Stay, trigger: Trigger, cause: Cause = {}): Choice {
  const selected = (draft.compiled.waysOut.get(stay.step) ?? []).filter(({ on }) =>
    equalJson(on ?? 'completion', trigger),
  );
  const scope = scopeOf(draft.snapshot, draft.env, cause);
  for (const transition of selected.filter((one) => !one.default)) {
    if (transition.when === undefined) return { kind: 'taken', transition, byDefault: false, reads: {} };
    const result = evaluateCondition(transition.when, scope, draft.compiled.declared);
    if (!result.ok) return { kind: 'failed', message: failedWords(transition, result.message) };
    if (result.value === true) return { kind: 'taken', transition, byDefault: false, reads: result.reads };
  }
  const fallback = selected.find((one) => one.default);
  if (fallback) return { kind: 'taken', transition: fallback, byDefault: true, reads: {} };
  return { kind: 'none', message: noneWords(stay, trigger, selected) };
}

/** The way out by an error: transitions for its code come before those for any error. */
export function chooseErrorWayOut(draft: Draft, stay: Stay, code: string): Choice {
  const byCode = chooseWayOut(draft, stay, { error: code });
  return byCode.kind === 'none' ? chooseWayOut(draft, stay, { error: true }) : byCode;
}

/** Takes the chosen transition: leaves the step, moves the state, enters the next step. */
export function take(draft: Draft, stay: Stay, choice: Extract<Choice, { kind: 'taken' }>): void {
  const { transition, byDefault, reads } = choice;
  const { branch } = stay;
  draft.wake();
  draft.moves += 1;
  draft.note('STEP_EXITED', 'step', stay.key, { data: {}, branch });
  draft.state('TRANSITION_TAKEN', transition.key, transition.from, transition.to, {
    data: {
      trigger: transition.on ?? 'completion',
      condition: byDefault ? null : (transition.when ?? null),
      default: byDefault,
      reads,
      rules: ruleVersions(reads, draft.env),
    },
    branch,
  });
  const visit = nextVisit(draft, branch, transition.to);
  const key = stayKey(branch, transition.to, visit);
  draft.note('STEP_ENTERED', 'step', key, { data: { step: transition.to, visit }, branch });
}

/** The number of the coming visit of a branch to a step. */
export function nextVisit(draft: Draft, branch: string, step: string): number {
  return (draft.snapshot.visits[`${branch}:${step}`] ?? 0) + 1;
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
