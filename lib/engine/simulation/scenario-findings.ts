import type { Finding } from '@/lib/engine/definition/finding';
import type { Definition } from '@/lib/engine/definition/schema';
import type { DecisionPolicy } from './answering';
import { playScenario } from './play-scenario';
import type { Scenario } from './scenario';

/**
 * What lint found, and the scenarios that do not come to where they should. Where the definition itself has an error they are
 * not played: the core would refuse it too, and say less.
 */
export function withScenarios(
  findings: readonly Finding[],
  definition: Definition,
  scenarios: readonly Scenario[],
  policy: DecisionPolicy,
): readonly Finding[] {
  if (findings.some(({ severity }) => severity === 'error')) return findings;
  const failed = scenarios.flatMap((scenario, index): Finding[] => {
    const { problem } = playScenario(definition, scenario, policy);
    if (problem === null) return [];
    return [
      {
        code: 'scenario_failed',
        severity: 'error',
        path: `/scenarios/${index}`,
        element: null,
        message: `The scenario “${scenario.name}” does not come to its expected end. ${problem}`,
        mend: 'Play it in the simulator: mend the process, or save the scenario anew if its end has to change.',
      },
    ];
  });
  return [...failed, ...findings];
}
