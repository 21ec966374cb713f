import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { deleteView, putView, saveView } from './commands';
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
  expect(await listViews(sam, 'inbox')).toEqual([]);

  take(await putView(sam, id, { shared: true }));

  expect(await listViews(ann, 'instances')).toMatchObject([
    { name: 'Late', address: 'deadline=overdue', shared: true, own: false, owner: { name: 'Sam' } },
  ]);
  for (const refused of [await putView(ann, id, { name: 'Mine' }), await deleteView(ann, id)])
    expect(refused).toMatchObject({ refusal: { code: 'not_found' } });
  take(await deleteView(sam, id));
  expect(await listViews(sam, 'instances')).toEqual([]);
});

test('a view of another tenant does not exist', async () => {
  const { id } = take(
    await saveView(await world.person('sam'), { place: 'inbox', name: 'x', address: '', shared: true }),
  );
  const other = await (await refundWorld(database.owner)).person('sam');

  expect(await listViews(other, 'inbox')).toEqual([]);
  expect(await deleteView(other, id)).toMatchObject({ refusal: { code: 'not_found' } });
});

test('a view has a name, and parameters for an address', async () => {
  const sam = await world.person('sam');

  for (const wrong of [{ name: ' ' }, { address: '?q=x' }, { address: '#x' }, { place: 'moon' as never }])
    expect(await saveView(sam, { place: 'instances', name: 'n', address: 'q=x', ...wrong })).toMatchObject({
      refusal: { code: 'invalid' },
    });
});
