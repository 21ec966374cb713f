import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calendar,
  everyDay,
  nightWeek,
  officeWeek,
  shopWeek,
  wholeWeekdays,
} from '@/lib/testing/builders/calendars';
import { addBusinessTime, businessSecondsBetween } from './business-time';
import type { Calendar } from './calendar';

/**
 * The slow computation: minute by minute, on the clock that `Intl` shows, with nothing of the product's code. A clock can be
 * changed at a quarter of an hour only, so it is looked at once in each.
 */
type Face = { readonly date: string; readonly minute: number };
const clocks = new Map<string, { face: Intl.DateTimeFormat; seen: Map<number, Face> }>();

function wall(zone: string, at: number): Face {
  let clock = clocks.get(zone);
  if (!clock) {
    const face = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    clock = { face, seen: new Map() };
    clocks.set(zone, clock);
  }
  const quarter = at - (at % 15);
  let seen = clock.seen.get(quarter);
  if (!seen) {
    const [date = '', time = ''] = clock.face.format(quarter * 60_000).split(' ');
    seen = { date, minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) };
    clock.seen.set(quarter, seen);
  }
  return { date: seen.date, minute: seen.minute + (at - quarter) };
}

const answers = new Map<Calendar, Map<number, boolean>>();

function isWorking(chosen: Calendar, at: number): boolean {
  const known = answers.get(chosen) ?? new Map<number, boolean>();
  answers.set(chosen, known);
  let answer = known.get(at);
  if (answer === undefined) {
    answer = looksWorking(chosen, at);
    known.set(at, answer);
  }
  return answer;
}

function looksWorking({ timeZone, week, dates }: Calendar, at: number): boolean {
  const { date, minute } = wall(timeZone, at);
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const spans = dates[date]?.hours ?? week[weekday] ?? [];
  const minutes = (time: string) => Number(time.split(':')[0]) * 60 + Number(time.split(':')[1]);
  return spans.some(({ from, to }) => minute >= minutes(from) && minute < minutes(to));
}

function slowly(from: string, duration: string, chosen: Calendar, back = false, closing = back): string {
  let at = Date.parse(from) / 60_000;
  const works = (minute: number) => isWorking(chosen, minute);
  const day = (minute: number) => wall(chosen.timeZone, minute).date;
  const amount = Number(/\d+/.exec(duration)?.[0]);
  while (!works(at) && !works(at - 1)) at += back ? -1 : 1;
  if (duration.endsWith('BH')) {
    let left = amount * 60;
    while (left > 0) {
      if (works(back ? at - 1 : at)) left -= 1;
      at += back ? -1 : 1;
    }
    return new Date(at * 60_000).toISOString();
  }
  let today = works(closing ? at - 1 : at) === closing ? day(at - 1) : day(at);
  for (let left = amount; left > 0; left -= 1) {
    while (!works(at) || day(at) === today || (back ? day(at) > today : day(at) < today)) {
      at += back ? -1 : 1;
    }
    today = day(at);
  }
  // To the last working minute of that date.
  let end = at - 2 * 1440;
  for (let minute = end; minute < at + 2 * 1440; minute += 1) {
    if (works(minute) && day(minute) === today) end = minute + 1;
  }
  return new Date(end * 60_000).toISOString();
}

function quickly(from: string, duration: string, chosen: Calendar, back = false, closing = back): string {
  const end = addBusinessTime(from, duration, chosen, { back, closing });
  if (!end.ok) throw new Error(end.message);
  return new Date(end.at).toISOString();
}

const germany = {
  '2026-01-01': 'Neujahr',
  '2026-04-03': 'Karfreitag',
  '2026-04-06': 'Ostermontag',
  '2026-05-25': 'Pfingstmontag',
  '2026-12-24': { name: 'Heiligabend', hours: [{ from: '09:00', to: '12:00' }] },
  '2026-12-25': '1. Weihnachtstag',
  '2027-01-01': 'Neujahr',
};
const america = {
  '2026-01-19': 'Martin Luther King Jr. Day',
  '2026-05-25': 'Memorial Day',
  '2026-11-26': 'Thanksgiving',
};
const australia = {
  '2026-01-26': 'Australia Day',
  '2026-04-06': 'Easter Monday',
  '2026-12-28': 'Boxing Day',
};

const calendars: Readonly<Record<string, Calendar>> = {
  'Berlin office': calendar('Europe/Berlin', officeWeek, germany),
  'Berlin nights': calendar('Europe/Berlin', nightWeek),
  'New York shop': calendar('America/New_York', shopWeek, america),
  'New York, every hour': calendar('America/New_York', everyDay),
  'Lord Howe, weekdays': calendar('Australia/Lord_Howe', wholeWeekdays, australia),
  'Lord Howe nights': calendar('Australia/Lord_Howe', nightWeek, australia),
};
const beginnings = {
  'in the hours': '2026-03-11T13:12:00Z',
  'before a clock goes forward in New York': '2026-03-06T19:40:00Z',
  'in the night in which it does': '2026-03-08T06:45:00Z',
  'before a clock goes forward in Berlin': '2026-03-27T14:05:00Z',
  'in the night in which that does': '2026-03-29T00:30:00Z',
  'before Easter, when Lord Howe goes back': '2026-04-02T13:50:00Z',
  'in the night in which it goes back': '2026-04-04T14:40:00Z',
  'before a Monday off': '2026-05-22T12:20:00Z',
  'before Lord Howe goes forward': '2026-10-03T15:15:00Z',
  'before Berlin goes back': '2026-10-24T23:10:00Z',
  'before New York goes back': '2026-11-01T04:55:00Z',
  'at closing time in Berlin': '2026-06-10T15:00:00Z',
  'at a midnight in Lord Howe': '2026-06-10T13:30:00Z',
  'before Christmas': '2026-12-23T16:30:00Z',
  'at the end of the year': '2026-12-31T22:59:00Z',
  'before a leap day': '2028-02-28T17:45:00Z',
};
const durations = ['P0BD', 'P1BD', 'P3BD', 'PT1BH', 'PT7BH'];

const table = Object.entries(calendars).flatMap(([name, chosen]) =>
  Object.entries(beginnings).flatMap(([when, from]) =>
    durations.map((duration) => ({ name, chosen, when, from, duration })),
  ),
);

describe(`${table.length} cases agree with a walk from minute to minute, forward and back`, () => {
  it.each(table)('$name, $when ($from): $duration', ({ chosen, from, duration }) => {
    expect(quickly(from, duration, chosen)).toBe(slowly(from, duration, chosen));
    expect(quickly(from, duration, chosen, true)).toBe(slowly(from, duration, chosen, true));
    if (duration.endsWith('BD')) {
      expect(quickly(from, duration, chosen, false, true)).toBe(slowly(from, duration, chosen, false, true));
    }
  });
});

describe('what people expect', () => {
  const berlin = calendars['Berlin office']!;
  it.each([
    [
      'three working days end when the third closes',
      '2026-09-28T07:12:00Z',
      'P3BD',
      '2026-10-01T15:00:00.000Z',
    ],
    ['a clock change does not move closing time', '2026-03-27T10:00:00Z', 'P1BD', '2026-03-30T15:00:00.000Z'],
    [
      'four hours from Friday 16:00 are Monday 12:00',
      '2026-09-25T14:00:00Z',
      'PT4BH',
      '2026-09-28T10:00:00.000Z',
    ],
    [
      'what comes in the evening comes in the morning',
      '2026-09-28T19:00:00Z',
      'PT1BH',
      '2026-09-29T08:00:00.000Z',
    ],
    [
      'eight hours from opening are closing time',
      '2026-09-28T07:00:00Z',
      'PT8BH',
      '2026-09-28T15:00:00.000Z',
    ],
    ['a Monday off is skipped', '2026-04-02T10:00:00Z', 'P1BD', '2026-04-07T15:00:00.000Z'],
    ['a half day ends at its own hour', '2026-12-23T10:00:00Z', 'P1BD', '2026-12-24T11:00:00.000Z'],
    ['a year ends', '2026-12-30T10:00:00Z', 'P2BD', '2027-01-04T16:00:00.000Z'],
  ])('%s', (_, from, duration, expected) => {
    expect(quickly(from, duration, berlin)).toBe(expected);
  });

  it('the holidays that were skipped are named, free weekends are not', () => {
    const end = addBusinessTime('2026-04-02T10:00:00Z', 'P1BD', berlin);

    expect(end).toMatchObject({
      skipped: [
        { date: '2026-04-03', name: 'Karfreitag' },
        { date: '2026-04-06', name: 'Ostermontag' },
      ],
    });
  });

  it('a day that its zone has left out is no working day', () => {
    const apia = calendar('Pacific/Apia', officeWeek);

    expect(quickly('2011-12-29T20:00:00Z', 'P1BD', apia)).toBe('2012-01-02T03:00:00.000Z');
  });

  it('a calendar without hours, or whose holidays are not known, has no end', () => {
    const closed = calendar(
      'UTC',
      Array.from({ length: 7 }, () => []),
    );
    expect(addBusinessTime('2026-01-01T00:00:00Z', 'P1BD', closed)).toMatchObject({ ok: false });

    const end = addBusinessTime('2026-12-30T10:00:00Z', 'P9BD', { ...berlin, knownUntil: '2026-12-31' });
    expect(end.ok ? '' : end.message).toContain('known until 2026-12-31');
  });
});

describe('laws', () => {
  const chosen = fc.constantFrom(...Object.values(calendars));
  const minute = fc
    .integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2028, 11, 31) / 60_000 })
    .map((at) => new Date(at * 60_000).toISOString());
  const count = fc.nat({ max: 60 });
  const duration = fc.oneof(
    count.map((days) => `P${days}BD`),
    count.map((hours) => `PT${hours}BH`),
  );

  it('the end is in the hours or at their end', () => {
    fc.assert(
      fc.property(chosen, minute, duration, fc.boolean(), (calendar, from, length, back) => {
        const end = Date.parse(quickly(from, length, calendar, back)) / 60_000;
        expect(isWorking(calendar, end) || isWorking(calendar, end - 1)).toBe(true);
      }),
    );
  });

  it('hours that are added and taken away again lead back, days to the same day', () => {
    fc.assert(
      fc.property(chosen, minute, count, (calendar, from, length) => {
        const open = quickly(from, 'PT0BH', calendar);
        fc.pre(isWorking(calendar, Date.parse(open) / 60_000));
        expect(quickly(quickly(open, `PT${length}BH`, calendar), `PT${length}BH`, calendar, true)).toBe(
          length === 0 ? quickly(open, 'PT0BH', calendar, true) : open,
        );
        const day = quickly(open, 'P0BD', calendar);
        expect(quickly(quickly(open, `P${length}BD`, calendar), `P${length}BD`, calendar, true)).toBe(day);
      }),
    );
  });

  it('what begins later does not end earlier, and what takes longer neither', () => {
    fc.assert(
      fc.property(
        chosen,
        minute,
        minute,
        count,
        count,
        fc.constantFrom('BD', 'BH'),
        (calendar, a, b, n, m, unit) => {
          const [first, second] = [a, b].sort() as [string, string];
          const length = (amount: number) => (unit === 'BD' ? `P${amount}BD` : `PT${amount}BH`);
          expect(quickly(first, length(n), calendar) <= quickly(second, length(n), calendar)).toBe(true);
          expect(quickly(a, length(n), calendar) <= quickly(a, length(n + m), calendar)).toBe(true);
        },
      ),
    );
  });

  it('between a beginning and what was added lies what was added', () => {
    fc.assert(
      fc.property(chosen, minute, count, (calendar, from, length) => {
        const end = quickly(from, `PT${length}BH`, calendar);
        expect(businessSecondsBetween(quickly(from, 'PT0BH', calendar), end, calendar)).toBe(length * 3600);
        expect(businessSecondsBetween(end, from, calendar)).toBe(0 - length * 3600);
      }),
    );
  });
});
