import fc from 'fast-check';
import { expect, test } from 'vitest';
import { begin, historyOf } from '@/lib/engine/simulation/simulation';
import { runActivities } from '@/lib/engine/simulation/play-scenario';
import type { Activity } from './activity-schema';
import type { Definition } from './schema';
import { undoOrder } from './undo-order';

const nobody = () => ({ ok: false, rule: 'not_a_person', message: '' }) as const;

function activity(key: string, more: Partial<Activity> = {}): Activity {
  return { key, type: 'EXECUTE_FUNCTION', settings: { function: 'f' }, ...more } as Activity;
}

/** Steps one after the other, each with its activities and those on its way out; then a COMPENSATE step. */
function chain(steps: readonly { within: readonly Activity[]; leaving: readonly Activity[] }[]): Definition {
  const all = steps.flatMap(({ within, leaving }) => [...within, ...leaving]);
  const keys = ['start', ...steps.map((_, index) => `s${index}`), 'undo', 'end'];
  return {
    key: 'chain',
    name: 'Chain',
    subject: { type: 'order' },
    steps: [
      { key: 'start', type: 'START' },
      ...steps.map(({ within }, index) => ({
        key: `s${index}`,
        type: 'AUTOMATED' as const,
        activities: [...within],
      })),
      { key: 'undo', type: 'COMPENSATE' },
      { key: 'end', type: 'END', outcome: 'undone' },
    ],
    transitions: keys.slice(1).map((to, index) => {
      const leaving = steps[index - 1]?.leaving ?? [];
      return {
        key: `t${index}`,
        from: keys[index]!,
        to,
        ...(leaving.length > 0 && { activities: [...leaving] }),
      };
    }),
    compensations: all.flatMap(({ compensation }) =>
      compensation === undefined ? [] : activity(compensation),
    ),
  };
}

const steps = fc
  .array(
    fc.tuple(
      fc.array(fc.constantFrom('undone', 'kept', 'plain'), { maxLength: 3 }),
      fc.array(fc.constantFrom('undone', 'plain'), { maxLength: 2 }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((drawn) =>
    drawn.map(([within, leaving], step) => {
      const made = (kinds: readonly string[], where: string) =>
        kinds.map((kind, index) => {
          const key = `a${step}${where}${index}`;
          if (kind === 'kept') return activity(key, { irreversible: true });
          return activity(key, kind === 'undone' ? { compensation: `un_${key}` } : {});
        });
      return { within: made(within, 'w'), leaving: made(leaving, 'l') };
    }),
  );

test('of steps one after the other, the order that is shown is the one in which the core undoes them', () => {
  fc.assert(
    fc.property(steps, (drawn) => {
      const definition = chain(drawn);
      const begun = begin(definition, {
        startAt: '2026-03-02T09:00:00.000000Z',
        timeZone: 'UTC',
        subject: '1',
        input: {},
        requester: null,
        people: [],
        rules: {},
      });
      if (!begun.ok) throw new Error(begun.message);
      const undone = historyOf(runActivities(begun.simulation, nobody)).flatMap(({ type, data }) =>
        type === 'ACTIVITY_CREATED' && 'undoOf' in data && data.undoOf ? [data.activity] : [],
      );

      const shown = undoOrder(definition, 'undo').undone.map(({ compensation }) => compensation?.key);

      expect(shown).toEqual(undone);
      expect(undoOrder(definition).undone).toEqual(undoOrder(definition, 'undo').undone);
    }),
    { numRuns: 50 },
  );
});

test('what cannot be undone, or names nothing that undoes it, is said to stay', () => {
  const definition = chain([
    {
      within: [activity('mail', { irreversible: true }), activity('call')],
      leaving: [activity('pay', { compensation: 'refund' })],
    },
  ]);
  const { undone, stays } = undoOrder(definition);
  expect(undone.map(({ activity: { key }, onTheWayOut }) => [key, onTheWayOut])).toEqual([['pay', true]]);
  expect(stays.map(({ activity: { key } }) => key)).toEqual(['mail', 'call']);
});

test('a COMPENSATE step undoes what comes before it and is in its scope, nothing that comes after', () => {
  const whole = chain([
    { within: [activity('one', { compensation: 'un_one' })], leaving: [] },
    { within: [activity('two', { compensation: 'un_two' })], leaving: [] },
  ]);
  const early: Definition = {
    ...whole,
    steps: whole.steps.map((step) =>
      step.key === 'undo' ? { ...step, type: 'COMPENSATE', scope: ['s0'] } : step,
    ),
  };
  expect(undoOrder(early, 'undo').undone.map(({ activity: { key } }) => key)).toEqual(['one']);
  const between: Definition = {
    ...whole,
    transitions: [
      { key: 'a', from: 'start', to: 's0' },
      { key: 'b', from: 's0', to: 'undo' },
      { key: 'c', from: 'undo', to: 's1' },
      { key: 'd', from: 's1', to: 'end' },
    ],
  };
  expect(undoOrder(between, 'undo').undone.map(({ activity: { key } }) => key)).toEqual(['one']);
  expect(undoOrder(between).undone.map(({ activity: { key } }) => key)).toEqual(['two', 'one']);
});
