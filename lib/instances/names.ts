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
    const ways = waysOut.filter(
      ({ on }) => typeof on === 'object' && 'outcome' in on && on.outcome === outcome.key,
    );
    const steps = stopsAlong(definition, ways).map((key) => ({ key, name: stepName(definition, key) }));
    return { outcome: outcome.key, outcomeName: outcome.name, steps };
  });
}

/**
 * Names of the steps that follow a step when nothing goes wrong: by its completion, or by its positive outcomes where it
 * has any.
 */
export function likelyNext(definition: Definition, from: string): string[] {
  const { steps, waysOut } = compile(definition);
  const ways = (waysOut.get(from) ?? []).filter(isLikely(steps.get(from)));
  const stops = stopsAlong(definition, ways).filter((key) => key !== from);
  return [...new Set(stops.map((key) => stepName(definition, key)))];
}

/** The steps to which ways lead. A DECISION is looked through, because nobody ever waits in one. */
function stopsAlong(definition: Definition, ways: readonly Transition[]): string[] {
  const { steps, waysOut } = compile(definition);
  const stops = new Set<string>();
  const seen = new Set<string>();
  const queue = ways.map(({ to }) => to);
  for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const step = steps.get(key);
    if (step?.type === 'DECISION')
      queue.push(...(waysOut.get(key) ?? []).filter(isLikely(step)).map(({ to }) => to));
    else stops.add(key);
  }
  return [...stops];
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
