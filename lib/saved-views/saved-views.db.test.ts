import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { listViews as listInboxViews, saveView as saveInboxView } from '@/lib/inbox/saved-views';
import { deleteView, hideView, putView, saveView } from './commands';
import { listViews } from './queries';

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
});
afterAll(() => database.drop());

test('a view is its owner’s alone until they share it, and theirs to change then too', async () => {
  const [sam, ann] = [await world.person('sam'), await world.person('ann')];
  const { id } = take(await saveView(sam, { place: 'instances', name: 'Late', address: 'deadline=overdue' }));
  expect(await listViews(ann, 'instances')).toEqual([]);

  take(await putView(sam, id, { sharedWith: '*' }));

  expect(await listViews(ann, 'instances')).toMatchObject([
    { name: 'Late', address: 'deadline=overdue', sharedWith: '*', own: false, owner: { name: 'Sam' } },
  ]);
  for (const refused of [await putView(ann, id, { name: 'Mine' }), await deleteView(ann, id)])
    expect(refused).toMatchObject({ refusal: { code: 'forbidden' } });
  take(await deleteView(sam, id));
  expect(await listViews(sam, 'instances')).toEqual([]);
});

test('views of the inbox and of the instances are kept in one place and never mixed up', async () => {
  const bob = await world.person('bob');
  const inbox = take(await saveInboxView(bob, { name: 'Late', query: { view: 'groups', sort: ['due'] } }));
  const instances = take(await saveView(bob, { place: 'instances', name: 'Late', address: 'sort=age' }));

  expect(await listViews(bob, 'instances')).toMatchObject([{ id: instances.id, address: 'sort=age' }]);
  expect(take(await listInboxViews(bob))).toMatchObject([{ id: inbox.id, query: { sort: ['due'] } }]);
  expect(await deleteView(bob, inbox.id)).toMatchObject({ refusal: { code: 'not_found' } });
  expect(await saveView(bob, { place: 'instances', name: 'Late', address: '' })).toMatchObject({
    refusal: { data: { errors: [{ path: '/name' }] } },
  });
  take(await deleteView(bob, instances.id));
});

test('a view is shared with the holders of one role, and with no role that one does not hold', async () => {
  const [sam, ann] = [await world.person('sam'), await world.person('ann')];
  const view = { place: 'instances', name: 'Ours', address: 'q=x' } as const;
  const { id } = take(await saveView(sam, { ...view, sharedWith: 'support' }));

  expect(await listViews(ann, 'instances')).toEqual([]);
  expect(await putView(sam, id, { sharedWith: 'approver' })).toMatchObject({ refusal: { code: 'invalid' } });
  take(await deleteView(sam, id));
});

test('whom a view is shared with can hide it for themselves, whatever list it is of, and take it back', async () => {
  const [sam, ann, bob] = [await world.person('sam'), await world.person('ann'), await world.person('bob')];
  const shared = { name: 'Shared', sharedWith: '*' } as const;
  const ofInstances = take(await saveView(sam, { ...shared, place: 'instances', address: 'q=x' }));
  const ofInbox = take(await saveInboxView(sam, { ...shared, query: { view: 'groups', sort: ['due'] } }));
  const called = ({ name }: { name: string }) => name === shared.name;
  const seenBy = async (actor: typeof ann) => [
    ...(await listViews(actor, 'instances')).filter(called).map(({ hidden }) => hidden),
    ...take(await listInboxViews(actor))
      .filter(called)
      .map(({ hidden, count }) => [hidden, count]),
  ];

  for (const { id } of [ofInstances, ofInbox, ofInbox])
    expect(take(await hideView(ann, id, true))).toEqual({ id, hidden: true });

  expect(await seenBy(ann)).toEqual([true, [true, null]]);
  expect(await seenBy(bob)).toEqual([false, [false, 0]]);
  expect(await seenBy(sam)).toEqual([false, [false, 0]]);
  for (const { id } of [ofInstances, ofInbox]) take(await hideView(ann, id, false));
  expect(await seenBy(ann)).toEqual([false, [false, 0]]);
  // One that is deleted is gone for those too who had hidden it.
  take(await hideView(ann, ofInstances.id, true));
  take(await deleteView(sam, ofInstances.id));
  expect((await listViews(ann, 'instances')).filter(called)).toEqual([]);
});

test('nobody hides a view of their own, or one that they do not see', async () => {
  const [sam, ann] = [await world.person('sam'), await world.person('ann')];
  const { id } = take(await saveView(sam, { place: 'instances', name: 'Private', address: 'q=x' }));

  expect(await hideView(sam, id, true)).toMatchObject({ refusal: { code: 'not_allowed' } });
  for (const unseen of [id, 'x'])
    expect(await hideView(ann, unseen, true)).toMatchObject({ refusal: { code: 'not_found' } });
});

test('a view of another tenant does not exist', async () => {
  const { id } = take(
    await saveView(await world.person('sam'), {
      place: 'instances',
      name: 'x',
      address: '',
      sharedWith: '*',
    }),
  );
  const other = await (await refundWorld(database.owner)).person('sam');

  expect(await listViews(other, 'instances')).toEqual([]);
  for (const refused of [await deleteView(other, id), await hideView(other, id, true)])
    expect(refused).toMatchObject({ refusal: { code: 'not_found' } });
});

test('a view has a name, and parameters for an address', async () => {
  const sam = await world.person('sam');

  for (const wrong of [{ name: ' ' }, { address: '?q=x' }, { address: '#x' }, { place: 'moon' as never }])
    expect(await saveView(sam, { place: 'instances', name: 'n', address: 'q=x', ...wrong })).toMatchObject({
      refusal: { code: 'invalid' },
    });
});
