import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { getTask, listTasks } from '@/lib/tasks/queries';
import { decideTask } from '@/lib/tasks/commands';
import { countTasks } from '@/lib/tasks/queries';
import { readOwnNotes, saveDraft, snoozeTask } from './own-notes';
import { changeView, deleteView, listViews, saveView } from './saved-views';
import type { SaveView } from './schema';

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  for (const amount of [5, 50, 500]) await world.start({ input: { amount } });
});
afterAll(() => database.drop());

const large: SaveView = {
  name: 'Large ones',
  colour: 'red',
  query: { view: 'groups', sort: ['-fact:Amount'], fact: ['Amount:from:50'] },
};

describe('a saved view', () => {
  test('counts for its reader what the same filters list, saved or not', async () => {
    const ann = await world.person('ann');

    const saved = take(await saveView(ann, large));

    const listed = take(await listTasks(ann, saved.query)).items;
    expect(saved).toMatchObject({ name: 'Large ones', colour: 'red', own: true, count: 2 });
    expect(listed).toHaveLength(2);
    expect(take(await listViews(ann))).toMatchObject([{ id: saved.id, count: 2 }]);
    take(await deleteView(ann, saved.id));
    expect(take(await listViews(ann))).toEqual([]);
  });

  test('is its owner’s alone, until it is shared with a role or everybody', async () => {
    const [ann, bob, carol] = await Promise.all([
      world.person('ann'),
      world.person('bob'),
      world.person('carol'),
    ]);
    const { id } = take(await saveView(ann, { ...large, name: 'Shared' }));
    const seen = async () => [
      take(await listViews(bob)).map(({ own, count }) => [own, count]),
      take(await listViews(carol)).map(({ own, count }) => [own, count]),
    ];

    expect(await seen()).toEqual([[], []]);
    take(await changeView(ann, id, { sharedWith: 'approver' }));
    expect(await seen()).toEqual([[[false, 2]], []]);
    take(await changeView(ann, id, { sharedWith: '*', name: 'For all' }));
    // Carol sees the view, and in it what is hers: nothing.
    expect(await seen()).toEqual([[[false, 2]], [[false, 0]]]);

    expect(await changeView(bob, id, { name: 'Bob’s now' })).toMatchObject({
      refusal: { code: 'forbidden' },
    });
    expect(await deleteView(bob, id)).toMatchObject({ refusal: { code: 'forbidden' } });
    take(await changeView(ann, id, { sharedWith: null }));
    expect(await deleteView(bob, id)).toMatchObject({ refusal: { code: 'not_found' } });
    take(await deleteView(ann, id));
  });

  test('of everybody’s tasks is shown only to whoever may read them', async () => {
    const sam = await world.person('sam');
    const view: SaveView = { name: 'All', query: { view: 'all', sort: ['due'] }, sharedWith: '*' };
    const { id } = take(await saveView(sam, view));

    expect(take(await listViews(await world.person('ann')))).toEqual([]);
    expect(take(await listViews(sam))).toMatchObject([{ id, count: 3 }]);
    // It is shared, so whoever manages people may tidy up.
    expect(
      await deleteView({ ...sam, personId: sam.tenantId, permissions: ['people.manage'] }, id),
    ).toMatchObject({
      ok: true,
    });
  });

  test.each([
    ['no name', { ...large, name: ' ' }],
    ['a filter that nobody understands', { ...large, query: { ...large.query, fact: ['Amount'] } }],
    ['a role that one does not hold', { ...large, sharedWith: 'support' }],
    ['an unknown colour', { ...large, colour: 'pink' as 'red' }],
  ])('is refused with %s', async (_, view) => {
    expect(await saveView(await world.person('ann'), view)).toMatchObject({ refusal: { code: 'invalid' } });
  });

  test('has a name of its own', async () => {
    const ann = await world.person('ann');
    const { id } = take(await saveView(ann, large));

    expect(await saveView(ann, large)).toMatchObject({ refusal: { data: { errors: [{ path: '/name' }] } } });
    expect(await changeView(ann, id, { name: 'Large ones' })).toMatchObject({ ok: true });
    take(await deleteView(ann, id));
  });
});

describe('a task that is put off', () => {
  test('leaves the lists of that person alone, until its time', async () => {
    const own = await refundWorld(database.owner);
    const [ann, bob] = [await own.person('ann'), await own.person('bob')];
    const task = (await own.start()).openTasks[0]!.id;
    const seen = async () => {
      const [ofAnn, ofBob] = [await countTasks(ann), await countTasks(bob)];
      return [ofAnn.groups, ofAnn.snoozed, ofBob.groups];
    };

    take(await snoozeTask(ann, task, new Date(Date.now() + 3_600_000).toISOString()));
    expect(await seen()).toEqual([0, 1, 1]);
    expect((await readOwnNotes(ann, task)).snoozedUntil).not.toBeNull();
    expect(take(await listTasks(ann, { view: 'snoozed' })).items.map(({ id }) => id)).toEqual([task]);

    await database.owner.query("UPDATE task_snoozes SET until = now() - interval '1 second'");
    expect(await seen()).toEqual([1, 0, 1]);
    take(await snoozeTask(ann, task, new Date(Date.now() + 3_600_000).toISOString()));
    take(await snoozeTask(ann, task, null));
    expect(await seen()).toEqual([1, 0, 1]);
  });

  test('is one that the person may see, and until an instant to come', async () => {
    const task = (await world.start()).openTasks[0]!.id;
    const later = new Date(Date.now() + 1000).toISOString();

    expect(await snoozeTask(await world.person('eve'), task, later)).toMatchObject({
      refusal: { code: 'not_found' },
    });
    expect(await snoozeTask(await world.person('ann'), task, '2020-01-01T00:00:00Z')).toMatchObject({
      refusal: { code: 'invalid' },
    });
    expect(await snoozeTask(await world.person('ann'), task, 'tomorrow')).toMatchObject({
      refusal: { code: 'invalid' },
    });
  });
});

describe('what somebody has typed for a task', () => {
  test('is kept for them alone, replaced by later text, and dropped when nothing is left', async () => {
    const [ann, bob] = [await world.person('ann'), await world.person('bob')];
    const task = (await world.start()).openTasks[0]!.id;

    take(await saveDraft(ann, task, { form: { comment: 'h' }, reason: '' }));
    take(await saveDraft(ann, task, { form: { comment: 'half' }, reason: 'because' }));

    expect((await readOwnNotes(ann, task)).draft).toEqual({ form: { comment: 'half' }, reason: 'because' });
    expect((await readOwnNotes(bob, task)).draft).toBeNull();
    expect(take(await getTask(bob, task)).votes).toEqual([]);
    take(await saveDraft(ann, task, { form: {}, reason: ' ' }));
    expect((await readOwnNotes(ann, task)).draft).toBeNull();
  });

  test('is not taken for a task that has ended, nor by somebody who may not see it', async () => {
    const [ann, bob] = [await world.person('ann'), await world.person('bob')];
    const task = (await world.start()).openTasks[0]!.id;
    take(await saveDraft(ann, task, { reason: 'my thoughts' }));
    take(await decideTask(bob, task, { outcome: 'approve' }));

    expect(await saveDraft(ann, task, { reason: 'more' })).toMatchObject({
      refusal: { data: { rule: 'closed' } },
    });
    // What was typed is still theirs to copy.
    expect((await readOwnNotes(ann, task)).draft?.reason).toBe('my thoughts');
    expect(await saveDraft(await world.person('eve'), task, { reason: 'x' })).toMatchObject({
      refusal: { code: 'not_found' },
    });
  });
});
