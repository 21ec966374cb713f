import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import { createKey } from '@/lib/people/api-keys';
import type { Permission } from '@/lib/people/permissions';
import { verifyInstance } from '@/lib/runtime/verify';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import * as ofInstance from '@/app/api/workflows/instances/[id]/files/route';
import * as files from './[id]/route';

let database: TestDatabase;
let world: World;
let key: string;

/** START → a wait for a contract → END; `withdrawn` ends it, and so does its age. */
const contract: Definition = {
  key: 'contract',
  name: 'Contract',
  subject: { type: 'order' },
  input: { type: 'object', properties: { amount: { type: 'number' } } },
  startableBy: ['employee'],
  maxAge: 'P90D',
  steps: [
    { key: 'start', type: 'START' },
    {
      key: 'unsigned',
      type: 'WAIT_FOR_FILE',
      accept: ['application/pdf', 'image/*', '.csv'],
      maxSize: 1_000,
      maxAge: 'P30D',
    },
    { key: 'signed', type: 'END', outcome: 'signed' },
    { key: 'small', type: 'END', outcome: 'small' },
    { key: 'late', type: 'END', outcome: 'late' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'unsigned' },
    { key: 'big', from: 'unsigned', to: 'signed', when: 'context.files.unsigned.size > 20' },
    { key: 'tiny', from: 'unsigned', to: 'small', default: true },
    { key: 'over', from: 'unsigned', to: 'late', on: { deadline: 'maxAge' } },
  ],
};

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner, contract);
  key = await newKey(['signals.send', 'instances.read_all']);
});
afterAll(async () => {
  const { rows } = await database.owner.query<{ id: string }>('SELECT id FROM instances');
  for (const { id } of rows)
    expect(await verifyInstance(database.app, world.tenantId, id)).toMatchObject({
      ok: true,
      differences: [],
    });
  await database.drop();
});

const newKey = async (permissions: Permission[], of = world) =>
  take(await createKey(of.admin, { name: 'partner', permissions })).key;

type Sent = { readonly name?: string; readonly step?: string; readonly as?: string };

async function upload(
  id: string,
  content: Uint8Array<ArrayBuffer>,
  { name = 'a.pdf', step = 'unsigned', as = key }: Sent = {},
) {
  const query = new URLSearchParams({ step, name });
  const request = new Request(`http://localhost/api/workflows/instances/${id}/files?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/octet-stream' },
    body: content,
  });
  const response = await ofInstance.POST(request, { params: Promise.resolve({ id }) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function get(route: typeof files | typeof ofInstance, id: string, as = key): Promise<Response> {
  const request = new Request('http://localhost/x', { headers: { authorization: `Bearer ${as}` } });
  return route.GET(request, { params: Promise.resolve({ id }) });
}

async function begin(): Promise<string> {
  const started = await world.start();
  expect(started).toMatchObject({ status: 'waiting', state: 'unsigned' });
  return started.id;
}

const rowsOf = async () => (await database.owner.query('SELECT FROM files')).rowCount;

describe('WAIT_FOR_FILE', () => {
  test('waits for an upload and goes on with what is known of it', async () => {
    const id = await begin();
    const { rows: before } = await database.owner.query('SELECT waiting_for FROM instances WHERE id = $1', [
      id,
    ]);
    expect(before).toEqual([{ waiting_for: ['file_upload'] }]);

    const uploaded = await upload(id, pdf, { name: 'Vertrag März.pdf' });

    const sha256 = createHash('sha256').update(pdf).digest('hex');
    const file = { name: 'Vertrag März.pdf', size: pdf.byteLength, type: 'application/pdf', sha256 };
    expect(uploaded).toMatchObject({
      status: 201,
      body: { file, instance: { id, status: 'completed', state: 'signed' } },
    });
    const { rows } = await database.owner.query(
      `SELECT i.context #> '{files,unsigned}' AS known, e.actor_type, e.actor_name, e.data -> 'payload' AS said
       FROM instances i JOIN events e ON e.instance_id = i.id AND e.type = 'FILE_RECEIVED' WHERE i.id = $1`,
      [id],
    );
    const { id: fileId } = uploaded.body['file'] as { id: string };
    const known = { id: fileId, ...file };
    expect(rows).toEqual([{ known, said: known, actor_type: 'partner', actor_name: 'partner' }]);
  });

  test('takes what its accept allows, by what the content is and not by what the name says', async () => {
    const program = Buffer.from('7f454c4602010100000000000000000002003e0001000000', 'hex');
    const refused = await upload(await begin(), program, { name: 'contract.pdf' });
    const text = await upload(await begin(), Buffer.from('plain words'), { name: 'contract.pdf' });
    const image = await upload(await begin(), png, { name: 'whatever' });
    const table = await upload(await begin(), Buffer.from('a;b\n1;2\n'), { name: 'table.CSV' });

    expect([refused.status, text.status, image.status, table.status]).toEqual([422, 422, 201, 201]);
    expect(image.body).toMatchObject({ file: { type: 'image/png' } });
    // Eight bytes are few: the condition saw the size.
    expect(table.body).toMatchObject({ file: { type: 'text/csv' }, instance: { state: 'small' } });
  });

  test('takes nothing that is empty, larger than maxSize, without a name, or for another step', async () => {
    const id = await begin();
    const count = await rowsOf();

    const answers = [
      await upload(id, Buffer.from('')),
      await upload(id, Buffer.concat([pdf, Buffer.alloc(1_000)])),
      await upload(id, pdf, { name: '../' }),
      await upload(id, pdf, { step: 'signed' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([422, 413, 422, 422]);
    expect(await rowsOf()).toBe(count);
  });

  test('takes one file; the second finds nobody waiting, and is not kept', async () => {
    const id = await begin();
    const count = (await rowsOf()) ?? 0;

    const both = await Promise.all([upload(id, pdf), upload(id, pdf)]);

    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await rowsOf()).toBe(count + 1);
  });

  test('takes it from the requester, support or who may send signals, and from nobody else', async () => {
    const keyOf = async (name: 'carol' | 'eve' | 'sam') => (await world.person(name)).email;
    const act = await newKey(['act_as_others']);
    const send = async (id: string, as: string) => {
      const request = new Request(`http://localhost/x?step=unsigned&name=a.pdf`, {
        method: 'POST',
        headers: { authorization: `Bearer ${act}`, 'interlock-act-as': as },
        body: pdf,
      });
      return (await ofInstance.POST(request, { params: Promise.resolve({ id }) })).status;
    };

    expect(await send(await begin(), await keyOf('carol'))).toBe(201);
    expect(await send(await begin(), await keyOf('sam'))).toBe(201);
    expect(await send(await begin(), await keyOf('eve'))).toBe(404);
    expect((await upload(await begin(), pdf, { as: await newKey(['instances.read_all']) })).status).toBe(403);
  });
});

describe('a file', () => {
  test('is read back as it was, for saving only, by whoever may read its instance', async () => {
    const id = await begin();
    const uploaded = await upload(id, pdf, { name: 'a "b".pdf' });
    const { id: fileId } = uploaded.body['file'] as { id: string };

    const response = await get(files, fileId);

    expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="a _b_.pdf"; filename*=UTF-8''a%20%22b%22.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const listed = (await (await get(ofInstance, id)).json()) as unknown;
    expect(listed).toMatchObject([{ id: fileId, step: 'unsigned', uploadedBy: 'partner' }]);

    const stranger = await newKey(['signals.send']);
    const other = await refundWorld(database.owner, contract);
    const foreign = await newKey(['instances.read_all'], other);
    expect([(await get(files, fileId, stranger)).status, (await get(files, fileId, foreign)).status]).toEqual(
      [404, 404],
    );
  });

  test('that a history names is not changed or removed, and one with another hash is not stored', async () => {
    const id = await begin();
    const uploaded = await upload(id, pdf);
    const { id: fileId } = uploaded.body['file'] as { id: string };
    const by = (text: string) => database.owner.query(text, [fileId]);

    await expect(by('DELETE FROM files WHERE id = $1')).rejects.toMatchObject({ code: 'IL006' });
    await expect(by("UPDATE files SET name = 'b' WHERE id = $1")).rejects.toMatchObject({ code: 'IL006' });
    await expect(
      by(`INSERT INTO files SELECT tenant_id, gen_random_uuid(), instance_id, step, name, type, size, sha256,
            overlay(content PLACING 'x' FROM 1), uploaded_by_id, uploaded_by_name, now() FROM files WHERE id = $1`),
    ).rejects.toMatchObject({ constraint: 'file_is_whole' });
  });
});
