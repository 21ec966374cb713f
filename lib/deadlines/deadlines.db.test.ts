import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putCalendar } from '@/lib/calendars/commands';
import { timerActor } from '@/lib/engine/decide/timer-fired';
import type { Rung } from '@/lib/engine/definition/step-schema';
import type { Actor } from '@/lib/people/actor';
import { putPerson } from '@/lib/people/commands';
import { getInstance, listInstances } from '@/lib/instances/queries';
import { claimTask } from '@/lib/tasks/commands';
import { getTask, listTasks } from '@/lib/tasks/queries';
import { move } from '@/lib/runtime/move';
import { verifyInstance } from '@/lib/runtime/verify';
import { officeWeek } from '@/lib/testing/builders/calendars';
import { publish, refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { changeDeadline } from './commands';
import { listDeadlines } from './queries';

let database: TestDatabase;
let world: World;
let sam: Actor;

const stay = 'main:in_review:1';
const ladder: Rung[] = [
  { key: 'soon', at: '-P1BD', action: 'remind', text: 'One working day left' },
  { key: 'up', at: 'PT0S', action: 'escalate', to: { manager: true, role: 'senior' } },
  { key: 'late', at: 'P1BD', action: 'transition' },
];

/** A refund whose review is due in three working days, or as it is said. */
async function timed(key: string, due: string, rungs = ladder): Promise<void> {
  const steps = refund.steps.map((step) =>
    step.type === 'USER_TASK' ? { ...step, due: { in: due, calendar: 'office', ladder: rungs } } : step,
  );
  const transitions = [
    ...refund.transitions,
    { key: 'too_late', from: 'in_review', to: 'rejected', on: { deadline: 'late' } },
  ];
  await publish(world.admin, { ...refund, key, steps, transitions });
}

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  sam = await world.person('sam');
  const week = officeWeek.map((hours) => [...hours]);
  take(await putCalendar(world.admin, 'office', { name: 'Office', timeZone: 'Europe/Berlin', week }));
  await timed('timed', 'P3BD');
  await timed('quick', 'PT0S');
});
afterAll(() => database.drop());

async function only(instanceId: string, actor = sam) {
  const { items } = take(await listDeadlines(actor, instanceId));
  expect(items).toHaveLength(1);
  return items[0]!;
}

describe('a deadline', () => {
  test('says what it was computed from, and what will happen at it', async () => {
    const { id } = await world.start({ definition: 'timed' });

    const deadline = await only(id);

    expect(deadline).toMatchObject({
      stay,
      stepName: 'Review',
      task: { title: 'Approve 500' },
      derivation: {
        duration: 'P3BD',
        timeZone: 'Europe/Berlin',
        calendar: { key: 'office', name: 'Office', version: 1 },
        given: false,
      },
      changed: null,
    });
    expect(
      deadline.rungs.map(({ rung, action, roleName, toManager, leadsTo }) => [
        rung,
        action,
        roleName,
        toManager,
        leadsTo,
      ]),
    ).toEqual([
      ['soon', 'remind', null, false, []],
      ['up', 'escalate', 'senior', true, []],
      ['late', 'transition', null, false, ['rejected']],
    ]);
    expect(deadline.rungs.every(({ actedAt }) => actedAt === null)).toBe(true);
  });

  test('says in the rows of every list what happens then, and after that what is next', async () => {
    const ann = await world.person('ann');
    const shown = async (definition: string) => {
      const { id, openTasks } = await world.start({ definition });
      if (definition === 'quick') {
        const timer = `${stay}:deadline:up`;
        const place = { tenantId: world.tenantId, instanceId: id };
        await move(database.app, place, { kind: 'timer_fired', timer }, { actor: timerActor(timer) });
      }
      const [tasks, found, task, page] = await Promise.all([
        listTasks(ann, { view: 'groups', definition }),
        listInstances(sam, { definition }),
        getTask(ann, openTasks[0]!.id),
        getInstance(sam, id),
      ]);
      return [
        take(tasks).items.find(({ instanceId }) => instanceId === id)!,
        take(found).items.find((row) => row.id === id)!,
        take(task),
        take(page),
      ];
    };

    // The reminder before it is not what happens at it.
    for (const row of await shown('timed')) {
      const at = row.dueAt;
      expect(row.atDeadline).toEqual({
        action: 'escalate',
        at,
        roleName: 'senior',
        toManager: true,
        leadsTo: [],
      });
    }
    for (const row of await shown('quick')) {
      expect(row.atDeadline).toMatchObject({ action: 'transition', leadsTo: ['rejected'] });
      expect(row.atDeadline!.at > row.dueAt!).toBe(true);
    }
  });

  test('is moved by support with a reason, and history knows who, why and from when', async () => {
    const { id } = await world.start({ definition: 'timed' });
    const before = (await only(id)).dueAt;

    take(await changeDeadline(sam, id, { stay, to: { in: 'P10BD' }, reason: 'The supplier is closed' }));

    const after = await only(id);
    expect(after.dueAt > before).toBe(true);
    expect(after.derivation).toMatchObject({ duration: 'P10BD', calendar: { key: 'office' } });
    expect(after.changed).toMatchObject({ by: sam.name, reason: 'The supplier is closed', before });
    expect(after.rungs.map(({ rung }) => rung)).toEqual(['soon', 'up', 'late']);
    expect((await verifyInstance(database.app, world.tenantId, id))?.ok).toBe(true);
  });

  test('is not moved by who only decides, into the past, or without a reason', async () => {
    const { id } = await world.start({ definition: 'timed' });
    const ann = await world.person('ann');

    const change = { stay, to: { in: 'P1D' }, reason: 'Later' };
    expect(await changeDeadline(ann, id, change)).toMatchObject({ refusal: { code: 'forbidden' } });
    expect(await changeDeadline(await world.person('eve'), id, change)).toMatchObject({
      refusal: { code: 'not_found' },
    });
    expect(await changeDeadline(sam, id, { ...change, reason: ' ' })).toMatchObject({
      refusal: { code: 'invalid' },
    });
    const past = { ...change, to: { at: '2020-01-01T00:00:00Z' } };
    expect(await changeDeadline(sam, id, past)).toMatchObject({ refusal: { code: 'invalid' } });
    expect(await changeDeadline(sam, id, { ...change, stay: 'main:gone:1' })).toMatchObject({
      refusal: { code: 'not_found' },
    });
  });
});

test('a rung escalates to the manager of who has the task, and to its role', async () => {
  take(await putPerson(world.admin, 'ann@example.test', { name: 'Ann', manager: 'dora@example.test' }));
  const { id, openTasks } = await world.start({ definition: 'quick' });
  take(await claimTask(await world.person('ann'), openTasks[0]!.id));

  const timer = `${stay}:deadline:up`;
  const place = { tenantId: world.tenantId, instanceId: id };
  await move(database.app, place, { kind: 'timer_fired', timer }, { actor: timerActor(timer) });

  const { rows } = await database.owner.query<{ people: string[]; roles: string[]; assignee: string | null }>(
    'SELECT candidate_people AS people, candidate_roles AS roles, assignee_id AS assignee FROM tasks WHERE instance_id = $1',
    [id],
  );
  expect(rows).toEqual([{ people: ['dora@example.test'], roles: ['approver', 'senior'], assignee: null }]);
  const acted = (await only(id)).rungs.find(({ rung }) => rung === 'up');
  expect(acted?.actedAt).not.toBeNull();
});

test('a person’s manager is an active person, and not themselves', async () => {
  const put = (manager: string | null) =>
    putPerson(world.admin, 'bob@example.test', { name: 'Bob', manager });

  expect(take(await put('ann@example.test')).manager).toMatchObject({ name: 'Ann' });
  expect(await put('bob@example.test')).toMatchObject({ refusal: { code: 'invalid' } });
  expect(await put('nobody@example.test')).toMatchObject({ refusal: { code: 'invalid' } });
  expect(take(await put(null)).manager).toBeNull();
});
