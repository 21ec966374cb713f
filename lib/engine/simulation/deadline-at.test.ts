import { expect, test } from 'vitest';
import type { Calendar } from '@/lib/engine/deadlines/calendar';
import type { Definition } from '@/lib/engine/definition/schema';
import { deadlineAt } from './deadline-at';
import { begin, present } from './simulation';

const day = [{ from: '09:00', to: '17:00' }];
const office: Calendar = {
  key: 'office',
  name: 'Office',
  version: 3,
  timeZone: 'Europe/Berlin',
  inAssigneeZone: false,
  week: [day, day, day, day, day, [], []],
  dates: { '2026-03-04': { name: 'Closed', hours: [] } },
  knownUntil: null,
};
const due = {
  in: 'P3BD',
  ladder: [
    { key: 'late', at: 'P1BD', action: 'transition' as const },
    { key: 'soon', at: '-P1BD', action: 'remind' as const },
    { key: 'now', at: 'PT0S', action: 'escalate' as const, to: { manager: true } },
  ],
};
const definition: Definition = {
  key: 'ask',
  name: 'Ask',
  subject: { type: 'order' },
  calendar: 'office',
  input: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
  steps: [
    { key: 'start', type: 'START' },
    {
      key: 'review',
      type: 'USER_TASK',
      who: { roles: ['boss'] },
      outcomes: [{ key: 'ok', name: 'OK' }],
      due,
    },
    { key: 'end', type: 'END', outcome: 'done' },
  ],
  transitions: [{ key: 'begin', from: 'start', to: 'review' }],
};
const world = { timeZone: 'Europe/London', calendars: { office } };
const instant = '2026-03-02T10:00:00.000000Z';

test('the preview has the very instants that the task and its rungs get when a request comes there then', () => {
  const result = deadlineAt(definition, due, { instant, ...world });
  const begun = begin(definition, {
    startAt: instant,
    ...world,
    subject: '1',
    input: { amount: 1 },
    requester: null,
    people: [],
    rules: {},
  });
  if (!result.ok || !begun.ok) throw new Error('there is no instant');
  const { tasks, timers } = present(begun.simulation);

  expect(result.preview.dueAt).toBe(Object.values(tasks)[0]!.dueAt);
  const rungs = Object.fromEntries(
    Object.values(timers).flatMap(({ rung, dueAt }) => (rung ? [[rung, dueAt]] : [])),
  );
  expect(Object.fromEntries(result.preview.rungs.map(({ key, at }) => [key, at]))).toEqual(rungs);
});

test('it says what it was computed from, and has the rungs in the order in which they come', () => {
  const result = deadlineAt(definition, due, { instant, ...world });
  expect(result).toMatchObject({
    ok: true,
    preview: {
      basis: {
        duration: 'P3BD',
        from: instant,
        timeZone: 'Europe/Berlin',
        calendar: { key: 'office', name: 'Office', version: 3 },
        skipped: [{ date: '2026-03-04', name: 'Closed' }],
      },
      rungs: [{ key: 'soon' }, { key: 'now' }, { key: 'late' }],
    },
  });
});

test('a deadline without rungs has its instant too, and one whose calendar is missing says so', () => {
  expect(deadlineAt(definition, { in: 'PT4H' }, { instant, ...world })).toMatchObject({
    ok: true,
    preview: { dueAt: '2026-03-02T14:00:00.000000Z', rungs: [] },
  });
  expect(deadlineAt(definition, due, { instant, timeZone: 'UTC', calendars: {} })).toMatchObject({
    ok: false,
  });
});
