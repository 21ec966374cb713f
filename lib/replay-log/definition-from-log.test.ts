import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lint } from '@/lib/engine/definition/lint';
import { parseDefinition } from '@/lib/engine/definition/parse';
import type { Definition } from '@/lib/engine/definition/schema';
import { definitionFromLog, endKey } from '@/lib/replay-log/definition-from-log';
import type { EventLog } from '@/lib/replay-log/event-log';
import { uniqueKeys } from '@/lib/replay-log/unique-keys';
import { readXes } from '@/lib/replay-log/xes';

const logOf = (...traces: string[][]): EventLog => ({
  name: null,
  extensions: [],
  classifiers: [],
  cases: traces.map((activities, n) => ({
    id: `${n}`,
    events: activities.map((activity) => ({ activity, resource: null })),
  })),
  leftOut: { emptyCases: 0, otherLifecycle: 0, withoutCase: 0 },
});

/** The steps that a token passes when each task is decided towards the next activity. */
function walk(
  definition: Definition,
  trace: readonly string[],
  keyOf: ReadonlyMap<string, string>,
): string[] {
  const wanted = [...trace.map((activity) => keyOf.get(activity) as string), endKey];
  const passed: string[] = [];
  let at = 'start';
  for (const next of wanted) {
    const way = definition.transitions.filter((transition) => {
      if (transition.from !== at) return false;
      if (at === 'start') return transition.when === `input.first == "${next}"`;
      return (
        typeof transition.on === 'object' && 'outcome' in transition.on && transition.on.outcome === next
      );
    });
    if (way.length !== 1) throw new Error(`${way.length} ways from ${at} to ${next}`);
    at = way[0]?.to ?? '';
    passed.push(at);
  }
  return passed;
}

const activity = fc.oneof(
  fc.constantFrom(
    'Check',
    'check',
    'CHECK ',
    'end',
    'start',
    'End',
    'constructor',
    '9',
    '検査',
    '',
    ' ',
    'a'.repeat(300),
  ),
  fc.string({ maxLength: 80, unit: 'grapheme' }),
);
const traces = fc.array(fc.array(activity, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 12 });

function errorsOf(definition: Definition) {
  const nothing = { rules: [], functions: [], secrets: [], definitions: [], activityTypes: [] };
  return lint(definition, { ...nothing, roles: ['log_participant'] }).filter(
    ({ severity }) => severity === 'error',
  );
}

describe('the definition of a log', () => {
  it('has every trace of the log as a path from START to END', () => {
    fc.assert(
      fc.property(traces, (all) => {
        const { definition, steps } = definitionFromLog(logOf(...all), 'log');

        for (const trace of all) {
          const passed = walk(definition, trace, steps);
          expect(passed).toEqual([...trace.map((name) => steps.get(name)), endKey]);
        }
      }),
    );
  });

  it('has no pair that the log does not have', () => {
    fc.assert(
      fc.property(traces, (all) => {
        const { definition, steps } = definitionFromLog(logOf(...all), 'log');

        const pairs = new Set(
          all.flatMap((trace) =>
            trace.map((name, n) => `${steps.get(name)} ${steps.get(trace[n + 1] ?? '\0') ?? endKey}`),
          ),
        );
        const drawn = definition.transitions
          .filter((t) => t.from !== 'start')
          .map((t) => `${t.from} ${t.to}`);
        expect(new Set(drawn)).toEqual(pairs);
        expect(drawn).toHaveLength(pairs.size);
      }),
    );
  });

  it('is a valid definition, whatever the activities are called', () => {
    fc.assert(
      fc.property(traces, (all) => {
        const { definition } = definitionFromLog(logOf(...all), 'log');

        expect(parseDefinition(definition)).toEqual({ ok: true, definition });
        expect(errorsOf(definition)).toEqual([]);
        const keys = [...definition.steps, ...definition.transitions].map((element) => element.key);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  it('keeps names exactly and tells apart what differs in case only', () => {
    const { definition, steps } = definitionFromLog(logOf(['T07-1 Draft advice', 'check', 'Check']), 'log');

    expect([...steps]).toEqual([
      ['T07-1 Draft advice', 't07_1_draft_advice'],
      ['check', 'check'],
      ['Check', 'check_2'],
    ]);
    expect(definition.steps.map((step) => step.name)).toEqual([
      'Start',
      'T07-1 Draft advice',
      'check',
      'Check',
      'End',
    ]);
  });

  it('refuses a log with more activities than a definition holds', () => {
    const huge = logOf(Array.from({ length: 999 }, (_, n) => `activity ${n}`));

    expect(() => definitionFromLog(huge, 'log')).toThrow(/999 different activities/);
  });
});

describe('keys made of names', () => {
  it('are valid, different for different names, and avoid what is reserved', () => {
    fc.assert(
      fc.property(fc.array(activity), (names) => {
        const keys = uniqueKeys(names, ['start', 'end']);

        expect([...keys.keys()]).toEqual([...new Set(names)]);
        expect(new Set(keys.values()).size).toBe(keys.size);
        for (const key of keys.values())
          expect(key).toMatch(/^(?!start$|end$|constructor$)[a-z][a-z0-9_]{0,63}$/);
      }),
    );
  });

  it('number what the letters alone do not tell apart', () => {
    const keys = uniqueKeys(['TEST', 'test', 'Tést', 'Straße 9', '9'], [], '.');

    expect([...keys.values()]).toEqual(['test', 'test.2', 'test.3', 'strasse.9', 'n.9']);
  });
});

const real = '../shared/inputs/event-logs';
describe.skipIf(!existsSync(real))(`real logs (${real})`, () => {
  it.each([
    ['running-example.xes', 10, 16 + 2 + 1],
    ['roadtraffic100traces.xes', 12, 18 + 3 + 1],
    ['receipt.xes.gz', 29, 99 + 14 + 1],
  ])('%s becomes %d steps and %d transitions, and every case is a path', async (file, steps, transitions) => {
    const reading = await readXes(join(real, file));
    if (!reading.ok) throw new Error(reading.problem.message);

    const { definition, steps: keyOf } = definitionFromLog(reading.log, 'log');

    expect([definition.steps.length, definition.transitions.length]).toEqual([steps, transitions]);
    expect(errorsOf(definition)).toEqual([]);
    for (const { events } of reading.log.cases) {
      walk(
        definition,
        events.map((event) => event.activity),
        keyOf,
      );
    }
  });
});
