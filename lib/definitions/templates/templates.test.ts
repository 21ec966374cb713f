import { describe, expect, test } from 'vitest';
import { demoRoles } from '@/lib/demo/roles';
import { lint } from '@/lib/engine/definition/lint';
import type { Json, JsonObject } from '@/lib/engine/json';
import { parseDefinition } from '@/lib/engine/definition/parse';
import { exampleInput } from '@/lib/engine/simulation/example';
import { coverageOf } from '@/lib/engine/simulation/coverage';
import { begin, present, type Simulation } from '@/lib/engine/simulation/simulation';
import { mayDecide } from '@/lib/tasks/authority';
import { Dice } from '@/lib/testing/builders/random-run';
import { playRandomly } from '@/lib/testing/builders/random-scenario';
import { templates } from './templates';

const around = {
  roles: demoRoles.map(({ key }) => key),
  rules: [],
  functions: [],
  secrets: [],
  definitions: [],
  activityTypes: [],
};

const requester = { email: 'ann@example.test', name: 'Ann', roles: [] };

/** What tells the ways of a template apart, in turns. */
function inputOf({ key, input: schema = {} }: (typeof templates)[number], seed: number): JsonObject {
  const input: Record<string, Json> = { ...exampleInput(schema) };
  if ('amount' in input) input['amount'] = [50, 4_000, 20_000][seed % 3]!;
  if (key === 'leave-request' && seed % 2 === 0) input['substitute'] = 'bob@example.test';
  if (key === 'incident-response' && seed % 2 === 0) input['severity'] = 'minor';
  return input;
}

function played(definition: (typeof templates)[number], seed: number): Simulation {
  const begun = begin(definition, {
    startAt: '2026-03-02T09:00:00.000000Z',
    timeZone: 'UTC',
    subject: '1',
    input: inputOf(definition, seed),
    requester,
    people: [],
    rules: {},
  });
  if (!begun.ok) throw new Error(begun.message);
  let number = seed + 1;
  const numbers = Array.from({ length: 200 }, () => (number = (number * 48_271) % 2_147_483_647) >> 8);
  return playRandomly(begun.simulation, mayDecide, new Dice(numbers), 60);
}

describe.each(templates.map((template) => [template.key, template] as const))(
  'the template %s',
  (_, template) => {
    test('has nothing to mend', () => {
      const parsed = parseDefinition(JSON.parse(JSON.stringify(template)));

      expect(parsed).toEqual({ ok: true, definition: template });
      expect(lint(template, around)).toEqual([]);
    });

    test('comes to each of its steps and along each of its transitions', () => {
      const simulations: Simulation[] = [];
      let missed = ['all'];
      for (let seed = 0; seed < 300 && missed.length > 0; seed += 1) {
        simulations.push(played(template, seed));
        const { missedSteps, missedTransitions } = coverageOf(template, simulations);
        missed = [...missedSteps, ...missedTransitions];
      }

      expect(missed).toEqual([]);
      expect(simulations.some((one) => present(one).status === 'completed')).toBe(true);
    });
  },
);
