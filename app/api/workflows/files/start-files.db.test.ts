import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listComments } from '@/lib/comments/queries';
import type { Definition } from '@/lib/engine/definition/schema';
import { fileValue } from '@/lib/engine/file-value';
import type { JsonObject } from '@/lib/engine/json';
import { uploadStartFile } from '@/lib/files/commands';
import { limits } from '@/lib/files/schema';
import { startInstance } from '@/lib/instances/start';
import type { Actor } from '@/lib/people/actor';
import { createKey } from '@/lib/people/api-keys';
import { getTask } from '@/lib/tasks/queries';
import { addressOf, refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import * as ofInstance from '@/app/api/workflows/instances/[id]/files/route';
import * as one from './[id]/route';
import * as files from './route';

let database: TestDatabase;
let world: World;
let key: string;
let carol: Actor;
let drawn = 0;

const withReceipt: Definition = {
  ...refund,
  input: {
    type: 'object',
    properties: {
      amount: { type: 'number', minimum: 0 },
      receipt: { type: 'string', format: 'file' },
      photo: { type: 'string', format: 'file', accept: ['image/*', 'application/pdf'] },
      scan: {
        type: 'string',
        format: 'file',
        accept: ['application/*'],
        allOf: [
          { format: 'file', accept: ['application/pdf', 'text/*'] },
          {
            anyOf: [
              { format: 'file', accept: ['image/*'] },
              { format: 'file', accept: ['application/*'] },
            ],
          },
        ],
      },
      more: { type: 'array', items: { type: 'string', format: 'file' } },
    },
    required: ['amount', 'receipt'],
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner, withReceipt);
  carol = await world.person('carol');
  key = take(await createKey(world.admin, { name: 'acts', permissions: ['act_as_others'] })).key;
});
afterAll(() => database.drop());

const headersOf = (person: string | null) => ({
  authorization: `Bearer ${key}`,
  ...(person && { 'interlock-act-as': addressOf(person) }),
});

async function upload(
  content: string,
  {
    name = 'receipt.txt',
    as = 'carol' as string | null,
    definition = 'refund',
    accept = [] as readonly string[],
  } = {},
) {
  const query = new URLSearchParams([
    ['definition', definition],
    ['name', name],
    ...accept.map((type) => ['accept', type]),
  ]);
  const request = new Request(`http://localhost/api/workflows/files?${query}`, {
    method: 'POST',
    headers: headersOf(as),
    body: content,
  });
  const response = await files.POST(request, { params: Promise.resolve({}) });
  const body = (await response.json()) as { file: { id: string; name: string; type: string }; code?: string };
  return { status: response.status, body };
}

async function download(id: string, as: string) {
  const request = new Request(`http://localhost/api/workflows/files/${id}`, { headers: headersOf(as) });
  const response = await one.GET(request, { params: Promise.resolve({ id }) });
  return { status: response.status, text: await response.text() };
}

const start = (input: JsonObject, by = carol, idempotencyKey: string | null = null) =>
  startInstance(by, { definition: 'refund', subject: { id: `F-${(drawn += 1)}` }, input }, idempotencyKey);

const waiting = async () =>
  (await database.owner.query<{ name: string }>('SELECT name FROM files WHERE instance_id IS NULL')).rows;

test('a file that was uploaded for a start becomes a document of the request that names it', async () => {
  const { status, body } = await upload('paid in cash');
  expect(status).toBe(201);
  expect(body.file).toMatchObject({ name: 'receipt.txt', type: 'text/plain', size: 12 });
  // Until then only who has uploaded it can have it.
  expect(await download(body.file.id, 'carol')).toEqual({ status: 200, text: 'paid in cash' });
  expect((await download(body.file.id, 'ann')).status).toBe(404);

  const started = take(await start({ amount: 10, receipt: fileValue(body.file) }));

  expect(take(await listComments(carol, started.id))).toMatchObject([
    { author: { name: 'Carol' }, text: '', file: { id: body.file.id, name: 'receipt.txt', erased: false } },
  ]);
  const listed = await ofInstance.GET(
    new Request(`http://localhost/api/workflows/instances/${started.id}/files`, {
      headers: headersOf('ann'),
    }),
    { params: Promise.resolve({ id: started.id }) },
  );
  expect(await listed.json()).toMatchObject([{ id: body.file.id, uploadedBy: 'Carol' }]);
  expect(await download(body.file.id, 'ann')).toEqual({ status: 200, text: 'paid in cash' });
  expect(take(await getTask(await world.person('ann'), started.openTasks[0]!.id)).instanceId).toBe(
    started.id,
  );
  expect(await waiting()).toEqual([]);
});

test('a start that is refused leaves the file waiting, and the same one can be sent again', async () => {
  const receipt = fileValue((await upload('still here')).body.file);

  expect(await start({ amount: -1, receipt })).toMatchObject({ refusal: { code: 'invalid' } });
  expect(await waiting()).toEqual([{ name: 'receipt.txt' }]);

  const order = { definition: 'refund', subject: { id: 'again' }, input: { amount: 1, receipt } };
  const first = take(await startInstance(carol, order, 'sent-twice'));
  expect(take(await startInstance(carol, order, 'sent-twice'))).toMatchObject({
    id: first.id,
    replayed: true,
  });
  expect(take(await listComments(carol, first.id))).toHaveLength(1);
});

test('a start names only files that wait for its own requester, by their names', async () => {
  const [mine, used, ofAnn] = [
    (await upload('mine')).body.file,
    (await upload('used')).body.file,
    (await upload('of Ann', { as: 'ann' })).body.file,
  ];
  take(await start({ amount: 1, receipt: fileValue(used) }));

  for (const [input, path] of [
    [{ receipt: fileValue(used) }, '/input/receipt'],
    [{ receipt: fileValue(ofAnn) }, '/input/receipt'],
    [{ receipt: fileValue({ ...mine, name: 'other.txt' }) }, '/input/receipt'],
    [{ receipt: 'receipt.txt' }, '/input/receipt'],
    [{ receipt: fileValue(mine), more: [fileValue(mine), fileValue(ofAnn)] }, '/input/more/1'],
    [{}, '/input/receipt'],
  ] as const) {
    const result = await start({ amount: 1, ...input });
    expect(result).toMatchObject({ refusal: { code: 'invalid' } });
    expect(result.ok ? [] : result.refusal.data['errors']).toContainEqual(expect.objectContaining({ path }));
  }
  expect(await waiting()).toHaveLength(2);
});

test('a field takes files of its types only: when they are chosen, and when the request starts', async () => {
  const accept = ['image/*', 'application/pdf'];
  const refused = await upload('no photo', { accept });
  expect(refused).toMatchObject({ status: 422, body: { accept } });
  expect((await upload('no type', { accept: ['.pdf'] })).body.code).toBe('invalid');
  expect(await waiting()).not.toContainEqual({ name: 'photo.pdf' });

  const receipt = fileValue((await upload('paid')).body.file);
  const photo = fileValue((await upload('%PDF-1.4\n%%EOF', { name: 'photo.pdf', accept })).body.file);
  const result = await start({ amount: 1, receipt, photo: receipt });
  expect(result.ok ? [] : result.refusal.data['errors']).toEqual([
    { path: '/input/photo', message: expect.stringContaining('text/plain') as string },
  ]);
  take(await start({ amount: 1, receipt, photo }));
});

test('of several lists of types that apply to one field, a file has to be in each', async () => {
  const text = fileValue((await upload('in words')).body.file);
  const scan = fileValue((await upload('%PDF-1.4\n%%EOF', { name: 'scan.pdf' })).body.file);

  const result = await start({ amount: 1, receipt: text, scan: text });
  expect(result.ok ? [] : result.refusal.data['errors']).toContainEqual({
    path: '/input/scan',
    message: 'this file is text/plain; here it takes one of: application/*',
  });
  take(await start({ amount: 1, receipt: text, scan }));
});

test('nothing of a content is read that its sender may not send', async () => {
  const read = vi.fn();

  expect(await uploadStartFile(carol, 'nothing', { name: 'a.txt' }, read)).toMatchObject({
    refusal: { code: 'not_found' },
  });
  expect(read).not.toHaveBeenCalled();
});

test('an upload is refused to a key that acts as nobody, for what one may not start, and when it is empty or too large', async () => {
  expect((await upload('x', { as: null })).status).toBe(404);
  expect((await upload('x', { definition: 'nothing' })).status).toBe(404);
  expect((await upload('')).body.code).toBe('invalid');
  expect((await upload('x', { name: '..' + '/' })).body.code).toBe('invalid');
  expect((await upload('x'.repeat(limits.fileBytes + 1))).body.code).toBe('too_large');
});

test('so many files of one person wait, and no more', async () => {
  await database.owner.query(
    `INSERT INTO files (tenant_id, id, step, name, type, size, sha256, content, uploaded_by_id, uploaded_by_name)
     SELECT $1, new_id(), '', 'f', 'text/plain', 1, encode(sha256('x'), 'hex'), 'x', $2, 'Bob' FROM generate_series(1, $3)`,
    [world.tenantId, (await world.person('bob')).personId, limits.waitingFiles],
  );

  expect((await upload('one more', { as: 'bob' })).body.code).toBe('not_allowed');
});

test('the database changes nothing of a file that waits but whose it is, once', async () => {
  const { id } = (await upload('as it is')).body.file;
  const { id: instance } = await world.start({
    input: { amount: 1, receipt: fileValue((await upload('x')).body.file) },
  });
  const change = (set: string) =>
    database.owner.query(`UPDATE files SET ${set} WHERE tenant_id = $1 AND id = $2`, [world.tenantId, id]);

  await expect(change("name = 'other.txt'")).rejects.toThrow('a file does not change');
  await expect(change(`instance_id = '${instance}', name = 'other.txt'`)).rejects.toThrow('does not change');
  await change(`instance_id = '${instance}'`);
  await expect(change('instance_id = NULL')).rejects.toThrow('a file does not change');
});
