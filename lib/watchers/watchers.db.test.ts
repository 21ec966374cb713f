import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addComment } from '@/lib/comments/commands';
import { findMentionable } from '@/lib/comments/mentionable';
import { listComments } from '@/lib/comments/queries';
import { timerActor } from '@/lib/engine/decide/timer-fired';
import type { Rung } from '@/lib/engine/definition/step-schema';
import { snoozeTask } from '@/lib/inbox/own-notes';
import { readAccess } from '@/lib/instances/read-instance';
import { tellPeople } from '@/lib/notifications/notifier';
import { listNotifications } from '@/lib/notifications/queries';
import { putPerson } from '@/lib/people/commands';
import { move } from '@/lib/runtime/move';
import { publish, refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { testSecret } from '@/lib/testing/secret';
import { decideTask } from '@/lib/tasks/commands';
import { listTasks } from '@/lib/tasks/queries';
import { stopWatching, watch } from './commands';
import { getWatching } from './queries';

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  const ladder: Rung[] = [{ key: 'up', at: 'PT0S', action: 'escalate', to: { role: 'senior' } }];
  const steps = refund.steps.map((step) =>
    step.type === 'USER_TASK' ? { ...step, followUp: 'PT0S', due: { in: 'PT0S', ladder } } : step,
  );
  await publish(world.admin, { ...refund, key: 'followed', steps });
});
afterAll(() => database.drop());

async function tell(): Promise<void> {
  await tellPeople({
    pool: database.app,
    secret: testSecret,
    url: 'https://flow.example.test',
    stopping: new AbortController().signal,
    mailer: { send: () => Promise.resolve(), close: () => undefined },
  });
}

/** What a person has been told about an instance, the oldest first. */
async function told(name: Parameters<World['person']>[0], instanceId: string): Promise<string[]> {
  await tell();
  const all = take(await listNotifications(await world.person(name)));
  return all
    .filter((row) => row.instanceId === instanceId)
    .map(({ kind }) => kind)
    .reverse();
}

async function fire(instanceId: string, timer: string): Promise<void> {
  const place = { tenantId: world.tenantId, instanceId };
  await move(database.app, place, { kind: 'timer_fired', timer }, { actor: timerActor(timer) });
}

describe('a mention', () => {
  test('is kept by the person’s id, and tells them once', async () => {
    const { id } = await world.start();
    const [ann, sam] = [await world.person('ann'), await world.person('sam')];

    take(await addComment(ann, id, { text: '@Sam, is this right?', mentions: [sam.personId, sam.personId] }));

    expect(take(await listComments(ann, id))[0]?.mentions).toEqual([{ id: sam.personId, name: sam.name }]);
    expect(await told('sam', id)).toEqual(['mention']);
    // Who is named in an answer is not told of a comment as well.
    take(await addComment(sam, id, { text: '@Ann: yes', mentions: [ann.personId] }));
    expect((await told('ann', id)).filter((kind) => kind !== 'task_waits')).toEqual(['mention']);
  });

  test('is offered with whether the person may see the request, and refused where they may not', async () => {
    const { id } = await world.start();
    const [ann, eve] = [await world.person('ann'), await world.person('eve')];

    const offered = take(await findMentionable(ann, id, { q: 'e' }));
    expect(offered.find((one) => one.id === eve.personId)).toMatchObject({ maySee: false });
    expect(await addComment(ann, id, { text: '@Eve look', mentions: [eve.personId] })).toMatchObject({
      refusal: { code: 'invalid' },
    });
    expect(take(await listComments(ann, id))).toEqual([]);
    expect(await findMentionable(eve, id)).toMatchObject({ refusal: { code: 'not_found' } });
  });

  test('is offered by the same law by which each person reads the request', async () => {
    const { id, openTasks } = await world.start();
    take(await decideTask(await world.person('ann'), openTasks[0]!.id, { outcome: 'approve' }));
    const names = ['ann', 'bob', 'carol', 'sam', 'eve', 'dora'] as const;
    const people = await Promise.all(names.map((name) => world.person(name)));
    const { rows } = await database.owner.query<{ person_id: string }>(
      'SELECT person_id FROM readers_of($1, $2, $3)',
      [world.tenantId, id, people.map(({ personId }) => personId)],
    );

    const may = new Set(rows.map((row) => row.person_id));
    for (const person of people) {
      expect([person.name, may.has(person.personId)]).toEqual([
        person.name,
        (await readAccess(person, id)) !== null,
      ]);
    }
  });
});

describe('who watches', () => {
  test('a request hears of comments, dates that pass, decisions and the end, once each', async () => {
    const { id, openTasks } = await world.start({ definition: 'followed' });
    const [sam, ann] = [await world.person('sam'), await world.person('ann')];
    take(await watch(sam, { kind: 'instance', id }));
    expect(take(await watch(sam, { kind: 'instance', id }))).toEqual({
      watching: true,
      people: [{ id: sam.personId, name: sam.name }],
    });

    take(await addComment(await world.person('carol'), id, { text: 'Please hurry' }));
    await fire(id, 'main:in_review:1:followUp');
    await fire(id, 'main:in_review:1:deadline:up');
    take(await decideTask(ann, openTasks[0]!.id, { outcome: 'approve' }));

    // A follow-up is for those for whom the task waits.
    expect(await told('sam', id)).toEqual(['comment', 'watched_overdue', 'watched_decided', 'watched_ended']);
  });

  test('a task hears of that task; who stops hears no more', async () => {
    const { id, openTasks } = await world.start();
    const task = { kind: 'task', id: openTasks[0]!.id } as const;
    const [sam, bob] = [await world.person('sam'), await world.person('bob')];
    take(await watch(sam, task));
    take(await watch(bob, task));
    take(await stopWatching(bob, task));
    expect(take(await getWatching(bob, task))).toMatchObject({
      watching: false,
      people: [{ name: sam.name }],
    });

    take(await addComment(await world.person('carol'), id, { text: 'Please hurry' }));
    take(await decideTask(await world.person('ann'), task.id, { outcome: 'approve' }));

    expect(await told('sam', id)).toEqual(['comment', 'watched_decided']);
    expect(await told('bob', id)).not.toContain('watched_decided');
  });

  test('hears nothing any more once they may not read it', async () => {
    const { id, openTasks } = await world.start();
    const bob = await world.person('bob');
    take(await watch(bob, { kind: 'instance', id }));
    take(await putPerson(world.admin, bob.email, { name: bob.name, roles: [] }));

    take(await decideTask(await world.person('ann'), openTasks[0]!.id, { outcome: 'approve' }));

    expect(await told('bob', id)).not.toContain('watched_decided');
    take(await putPerson(world.admin, bob.email, { name: bob.name, roles: ['approver'] }));
  });

  test('is a person who may read it', async () => {
    const { id, openTasks } = await world.start();
    const eve = await world.person('eve');

    for (const watched of [
      { kind: 'instance', id },
      { kind: 'task', id: openTasks[0]!.id },
      { kind: 'task', id: 'none' },
    ] as const) {
      expect(await watch(eve, watched)).toMatchObject({ refusal: { code: 'not_found' } });
      expect(await getWatching(eve, watched)).toMatchObject({ refusal: { code: 'not_found' } });
    }
  });
});

test('a follow-up reminds those for whom the task waits, and brings it back to whoever has put it off', async () => {
  const { id, openTasks } = await world.start({ definition: 'followed' });
  const ann = await world.person('ann');
  take(await snoozeTask(ann, openTasks[0]!.id, '2999-01-01T00:00:00Z'));
  const mine = async () =>
    take(await listTasks(ann, { view: 'groups', definition: 'followed' })).items.map((row) => row.instanceId);
  expect(await mine()).not.toContain(id);

  await fire(id, 'main:in_review:1:followUp');

  expect(await told('ann', id)).toContain('task_reminder');
  expect(await mine()).toContain(id);
});

test('a deadline without a ladder tells those for whom the task waits, and who watches, when it passes', async () => {
  const steps = refund.steps.map((step) =>
    step.type === 'USER_TASK' ? { ...step, due: { in: 'PT0S' } } : step,
  );
  await publish(world.admin, { ...refund, key: 'dated', steps });
  const { id } = await world.start({ definition: 'dated' });
  take(await watch(await world.person('sam'), { kind: 'instance', id }));

  await fire(id, 'main:in_review:1:due');

  expect(await told('ann', id)).toEqual(['task_waits', 'task_overdue']);
  expect(await told('sam', id)).toEqual(['watched_overdue']);
});
