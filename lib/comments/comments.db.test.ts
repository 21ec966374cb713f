import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getFile, listFiles } from '@/lib/files/queries';
import { decideTask } from '@/lib/tasks/commands';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { addComment, addDocument } from './commands';
import { listComments } from './queries';

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
});
afterAll(() => database.drop());

const told = async (instanceId: string) => {
  const { rows } = await database.owner.query<{ name: string; text: string }>(
    `SELECT p.name, n.text FROM notifications n JOIN people p ON p.tenant_id = n.tenant_id AND p.id = n.person_id
     WHERE n.instance_id = $1 AND n.kind = 'comment' ORDER BY n.id, p.name`,
    [instanceId],
  );
  return rows.map(({ name, text }) => [name, text]);
};

describe('a comment', () => {
  test('of the requester reaches those for whom the request waits; an answer reaches the requester', async () => {
    const { id } = await world.start();
    take(await addComment(await world.person('carol'), id, { text: 'The box was open.' }));
    take(await addComment(await world.person('ann'), id, { text: 'Have you got a photo?' }));

    expect((await told(id)).sort()).toEqual([
      ['Ann', 'The box was open.'],
      ['Bob', 'The box was open.'],
      ['Carol', 'Have you got a photo?'],
    ]);
    const read = take(await listComments(await world.person('bob'), id));
    expect(read.map(({ author, text }) => [author.name, text])).toEqual([
      ['Carol', 'The box was open.'],
      ['Ann', 'Have you got a photo?'],
    ]);
  });

  test('can be written after the end too, and is nothing that a decision depends on', async () => {
    const { id, openTasks } = await world.start();
    take(await decideTask(await world.person('ann'), openTasks[0]!.id, { outcome: 'approve' }));

    expect((await addComment(await world.person('carol'), id, { text: 'Thank you!' })).ok).toBe(true);
  });

  test.each([
    ['of somebody who may not read the request', 'eve', { text: 'x' }, 'not_found'],
    ['that says nothing', 'carol', { text: '  ' }, 'invalid'],
    ['that is too long', 'carol', { text: 'x'.repeat(5001) }, 'invalid'],
  ] as const)('%s is refused', async (_, name, input, code) => {
    const { id } = await world.start();

    expect(await addComment(await world.person(name), id, input)).toMatchObject({
      ok: false,
      refusal: { code },
    });
    expect(await told(id)).toEqual([]);
  });
});

test('a document is kept as what its content is, for those who may read the request', async () => {
  const { id } = await world.start();
  const added = take(
    await addDocument(
      await world.person('carol'),
      id,
      { name: '../photo.html' },
      Buffer.from('%PDF-1.4\n%%EOF'),
    ),
  );

  expect(added).toMatchObject({ author: { name: 'Carol' }, file: { name: 'photo.html' } });
  expect(take(await getFile(await world.person('ann'), added.file!.id)).file.type).toBe('application/pdf');
  expect(await getFile(await world.person('eve'), added.file!.id)).toMatchObject({ ok: false });
  expect(take(await listFiles(await world.person('carol'), id))).toHaveLength(1);
  await expect(database.owner.query('DELETE FROM files WHERE id = $1', [added.file!.id])).rejects.toThrow(
    /part of a history/,
  );
  expect(await addDocument(await world.person('eve'), id, { name: 'a.txt' }, Buffer.from('a'))).toMatchObject(
    {
      ok: false,
    },
  );
  expect(
    await addDocument(await world.person('carol'), id, { name: 'a.txt' }, Buffer.alloc(0)),
  ).toMatchObject({
    ok: false,
  });
});
