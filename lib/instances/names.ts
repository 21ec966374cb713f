import { compile } from '@/lib/engine/decide/compiled';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Outcome } from '@/lib/engine/definition/step-schema';
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
