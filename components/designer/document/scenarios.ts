import type { Scenario } from '@/lib/engine/simulation/scenario';
import type { Command } from './document';

/** Keeps a scenario, in place of the one with the same key. */
export function putScenario(scenario: Scenario): Command {
  return (document) => {
    const known = document.scenarios.some(({ key }) => key === scenario.key);
    return {
      ...document,
      scenarios: known
        ? document.scenarios.map((one) => (one.key === scenario.key ? scenario : one))
        : [...document.scenarios, scenario],
    };
  };
}

/** Takes a scenario away. */
export function removeScenario(key: string): Command {
  return (document) => ({ ...document, scenarios: document.scenarios.filter((one) => one.key !== key) });
}
