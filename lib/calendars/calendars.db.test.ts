import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '@/lib/audit/queries';
import type { JsonObject } from '@/lib/engine/json';
import { verifyInstance } from '@/lib/runtime/verify';
import { officeWeek } from '@/lib/testing/builders/calendars';
import { publish, refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { putCalendar } from './commands';
import { calculate, getCalendar, listCalendars, listCalendarVersions, listCountries } from './queries';
import type { PutCalendar } from './schema';

let database: TestDatabase;
let world: World;

const berlin: PutCalendar = {
  name: 'Germany',
  timeZone: 'Europe/Berlin',
  week: officeWeek.map((hours) => [...hours]),
  country: { country: 'DE', state: 'BE' },
  own: [{ date: '2026-12-24', name: 'Heiligabend', hours: [{ from: '09:00', to: '12:00' }] }],
};

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
});
afterAll(() => database.drop());

describe('an administrator', () => {
  test('makes a calendar that knows the holidays of its country and its own dates', async () => {
    const made = take(await putCalendar(world.admin, 'germany', berlin));

    expect(made).toMatchObject({ version: 1, name: 'Germany', own: berlin.own, changedBy: world.admin.name });
    const thisYear = new Date().getUTCFullYear();
    expect(made.holidays).toContainEqual({ date: `${thisYear}-10-03`, name: 'Tag der Deutschen Einheit' });
    // The day of the women is a holiday in Berlin alone.
    expect(made.holidays).toContainEqual(expect.objectContaining({ date: `${thisYear}-03-08` }));
    expect(made.knownUntil).toBe(`${thisYear + 15}-12-31`);
    expect(take(await getCalendar(world.admin, 'germany'))).toEqual(made);
    expect(take(await listCalendars(world.admin)).map(({ key }) => key)).toContain('germany');
  });

  test('changes it as a new version, says so in the audit log, and never over somebody else’s change', async () => {
    take(await putCalendar(world.admin, 'moving', berlin));
    const changed = take(await putCalendar(world.admin, 'moving', { ...berlin, name: 'Moved' }, 1));

    expect(changed).toMatchObject({ version: 2, name: 'Moved' });
    expect(await putCalendar(world.admin, 'moving', berlin, 1)).toMatchObject({ refusal: { code: 'stale' } });
    expect(await putCalendar(world.admin, 'moving', berlin, 0)).toMatchObject({ refusal: { code: 'stale' } });
    const versions = take(await listCalendarVersions(world.admin, 'moving'));
    expect(versions.map(({ version, name }) => [version, name])).toEqual([
      [2, 'Moved'],
      [1, 'Germany'],
    ]);
    const { items } = take(await listAudit(world.admin, {}));
    expect(items.filter(({ subject }) => subject === 'calendar:moving')).toHaveLength(2);
  });

  test.each<[string, Partial<PutCalendar>, string]>([
    ['a date that there is not', { own: [{ date: '2026-02-30', name: 'x', hours: [] }] }, '/own/0/date'],
    ['a zone that there is not', { timeZone: 'Europe/Atlantis' }, '/timeZone'],
    ['a week of six days', { week: officeWeek.slice(1).map((hours) => [...hours]) }, '/week'],
    [
      'hours that end before they begin',
      { week: [[{ from: '17:00', to: '09:00' }], [], [], [], [], [], []] },
      '/week/0/0',
    ],
    ['a state that the country has not', { country: { country: 'DE', state: 'TX' } }, '/country'],
  ])('is told about %s', async (_, wrong, path) => {
    const refused = await putCalendar(world.admin, 'wrong', { ...berlin, ...wrong });

    expect(refused).toMatchObject({ refusal: { code: 'invalid', data: { errors: [{ path }] } } });
  });

  test('asks it when something would be due', async () => {
    take(await putCalendar(world.admin, 'asked', berlin));

    const question = { from: '2026-09-28T07:12:00Z', duration: 'P6BD' };
    // Saturday 3 October is a holiday, and no working day anyway.
    expect(take(await calculate(world.admin, 'asked', question))).toMatchObject({
      at: '2026-10-06T15:00:00.000000Z',
      timeZone: 'Europe/Berlin',
      skipped: [],
    });
    const easter = { from: '2026-04-02T10:00:00Z', duration: 'PT8BH' };
    expect(take(await calculate(world.admin, 'asked', easter))).toMatchObject({
      at: '2026-04-07T10:00:00.000000Z',
      workingSeconds: 8 * 3600,
      skipped: [{ date: '2026-04-03' }, { date: '2026-04-06' }],
    });
    expect(await calculate(world.admin, 'asked', { from: 'now', duration: 'P3D' })).toMatchObject({
      refusal: { code: 'invalid' },
    });
    expect(take(listCountries({ ...world.admin, locale: 'de-AT' }))).toContainEqual({
      code: 'DE',
      name: 'Deutschland',
    });
    expect(take(listCountries(world.admin, { country: 'DE' }))).toContainEqual({
      code: 'BE',
      name: 'Berlin',
    });
  });
});

test('a task’s deadline counts by the version in force when it opened, and keeps saying so', async () => {
  take(await putCalendar(world.admin, 'deadlines', berlin));
  const steps = refund.steps.map((step) =>
    step.type === 'USER_TASK' ? { ...step, due: { in: 'P3BD', calendar: 'deadlines' } } : step,
  );
  await publish(world.admin, { ...refund, key: 'timed', steps });
  const started = await world.start({ definition: 'timed' });
  take(await putCalendar(world.admin, 'deadlines', { ...berlin, name: 'Later' }));

  const { rows } = await database.owner.query<{ from: string; at: string; basis: JsonObject }>(
    'SELECT instant_text(created_at) AS from, instant_text(due_at) AS at, due_basis AS basis FROM tasks WHERE instance_id = $1',
    [started.id],
  );

  const [task] = rows;
  expect(task?.basis).toMatchObject({
    duration: 'P3BD',
    timeZone: 'Europe/Berlin',
    calendar: { key: 'deadlines', name: 'Germany', version: 1 },
  });
  const from = String(task?.basis['from']);
  const counted = take(await calculate(world.admin, 'deadlines', { from, duration: 'P3BD' }));
  expect(task?.at).toBe(counted.at);
  expect((await verifyInstance(database.app, world.tenantId, started.id))?.ok).toBe(true);
});

test('only who manages people changes calendars, and another tenant’s are not there', async () => {
  take(await putCalendar(world.admin, 'private', berlin));

  expect(await putCalendar(await world.person('ann'), 'private', berlin)).toMatchObject({
    refusal: { code: 'forbidden' },
  });
  const stranger = { ...world.admin, tenantId: '00000000-0000-7000-8000-000000000001' };
  expect(await getCalendar(stranger, 'private')).toMatchObject({ refusal: { code: 'not_found' } });
});

test('a version never changes, whoever tries', async () => {
  take(await putCalendar(world.admin, 'kept', berlin));

  await expect(database.owner.query('UPDATE calendar_versions SET name = $1', ['x'])).rejects.toThrow(
    'written once',
  );
});
