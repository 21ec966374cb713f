import { compile } from '@/lib/engine/decide/compiled';
import type { Definition, Transition } from '@/lib/engine/definition/schema';
import type { Outcome, Step } from '@/lib/engine/definition/step-schema';
import type { NextStep } from './schema';

/** The name of a step as people read it: its name, else its key. */
export function stepName(definition: Definition, key: string): string {
  return compile(definition).steps.get(key)?.name ?? key;
}

/** The name of an outcome. */
export function outcomeName(outcomes: readonly Outcome[], key: string): string {
  return outcomes.find((outcome) => outcome.key === key)?.name ?? key;
}

/** Where each outcome of a task's step leads, as the drawing has it; several steps where a condition chooses. */
export function nextSteps(definition: Definition, step: string, outcomes: readonly Outcome[]): NextStep[] {
  const waysOut = compile(definition).waysOut.get(step) ?? [];
  return outcomes.map((outcome) => {
    const targets = waysOut
      .filter(({ on }) => typeof on === 'object' && 'outcome' in on && on.outcome === outcome.key)
      .map(({ to }) => to);
    return {
      outcome: outcome.key,
      outcomeName: outcome.name,
      steps: [...new Set(targets)].map((key) => ({ key, name: stepName(definition, key) })),
    };
  });
}

/**
 * Names of the steps that follow a step when nothing goes wrong: by its completion, or by its positive outcomes where it
 * has any. A DECISION is looked through, because nobody ever waits in one.
 */
export function likelyNext(definition: Definition, from: string): string[] {
  const { steps, waysOut } = compile(definition);
  const names = new Set<string>();
  const seen = new Set([from]);
  const queue = [from];
  for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
    for (const { to } of (waysOut.get(key) ?? []).filter(isLikely(steps.get(key)))) {
      if (seen.has(to)) continue;
      seen.add(to);
      if (steps.get(to)?.type === 'DECISION') queue.push(to);
      else names.add(stepName(definition, to));
    }
  }
  return [...names];
}

function isLikely(step: Step | undefined): (way: Transition) => boolean {
  const outcomes = step?.type === 'USER_TASK' ? step.outcomes : [];
  const positive = outcomes.filter(({ kind }) => kind === 'positive').map(({ key }) => key);
  return ({ on }) => {
    if (on === undefined || on === 'completion') return true;
    if (typeof on !== 'object') return false;
    if ('outcome' in on) return positive.length === 0 || positive.includes(on.outcome);
    return 'signal' in on;
  };
}
