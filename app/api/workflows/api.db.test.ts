import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '@/lib/people/api-keys';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import * as definitionRoute from './definitions/[key]/route';
import * as publishRoute from './definitions/[key]/publish/route';
import * as eventsRoute from './instances/[id]/events/route';
import * as instanceRoute from './instances/[id]/route';
import * as instancesRoute from './instances/route';
import * as peopleRoute from './people/[email]/route';
import * as decideRoute from './tasks/[id]/decide/route';
import * as tasksRoute from './tasks/route';

let database: TestDatabase;
let world: World;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  key = await newKey(world);
});
afterAll(() => database.drop());

async function newKey(of: World): Promise<string> {
  const made = await createKey(of.admin, { name: 'test', permissions: [...of.admin.permissions] });
  return take(made).key;
}

type Method = 'GET' | 'POST' | 'PUT';
type Route = Partial<
  Record<
    Method,
    (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>
  >
>;
type Sent = {
  params?: Record<string, string>;
  query?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent as it is. */
  raw?: BodyInit;
};

async function call(
  route: Route,
  method: Method,
  { params = {}, query = '', headers = {}, body, raw }: Sent = {},
) {
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const request = new Request(`http://localhost/api/workflows/x${query}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(content !== undefined && { body: content }),
  });
  const response = await route[method]!(request, { params: Promise.resolve(params) });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? null : JSON.parse(text)) as Record<string, unknown>,
  };
}

const order = (id: string) => ({ definition: 'refund', subject: { id }, input: { amount: 5 } });
const as = (name: string) => ({ 'interlock-act-as': `${name}@example.test` });

describe('a request over the API', () => {
  test('goes from a start to a decision', async () => {
    const started = await call(instancesRoute, 'POST', { body: order('H-1'), headers: as('carol') });
    expect(started.status).toBe(201);
    expect(started.body).toMatchObject({
      status: 'waiting',
      state: 'in_review',
      openTasks: [{ step: 'in_review' }],
    });
    expect(started.body).not.toHaveProperty('replayed');
    const id = started.body['id'] as string;
    expect(started.headers.get('location')).toBe(`/api/workflows/instances/${id}`);
    const listed = await call(tasksRoute, 'GET', {
      query: `?instance=${id}&status=open`,
      headers: as('ann'),
    });
    const [task] = listed.body['items'] as { id: string }[];

    const decided = await call(decideRoute, 'POST', {
      params: { id: task!.id },
      headers: as('ann'),
      body: { outcome: 'approve', form: {}, reason: null },
    });

    expect(decided).toMatchObject({
      status: 200,
      body: { instance: { id, status: 'completed', state: 'approved' }, openTasks: [] },
    });
    const read = await call(instanceRoute, 'GET', { params: { id } });
    expect(read.headers.get('etag')).toBe(`"${read.body['version'] as number}"`);
    const events = await call(eventsRoute, 'GET', { params: { id }, query: '?after=0&limit=200' });
    expect((events.body['items'] as unknown[]).length).toBe(read.body['version']);
    expect(events.body['next']).toBeNull();
  });

  test('with the same Idempotency-Key answers 200 and says that it was there', async () => {
    const sent = { body: order('H-2'), headers: { ...as('carol'), 'idempotency-key': 'once' } };
    const first = await call(instancesRoute, 'POST', sent);
    const second = await call(instancesRoute, 'POST', sent);
    const other = await call(instancesRoute, 'POST', { ...sent, body: order('H-3') });

    expect([first.status, second.status, other.status]).toEqual([201, 200, 422]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body['id']).toBe(first.body['id']);
  });

  test('saves and publishes a definition conditionally', async () => {
    const definition = { ...refund, key: 'over-http' };
    const params = { key: 'over-http' };
    const made = await call(definitionRoute, 'PUT', { params, body: { definition } });
    const unnamed = await call(definitionRoute, 'PUT', { params, body: { definition } });
    const saved = await call(definitionRoute, 'PUT', {
      params,
      body: { definition },
      headers: { 'if-match': '"1"' },
    });
    const late = await call(definitionRoute, 'PUT', {
      params,
      body: { definition },
      headers: { 'if-match': '"1"' },
    });
    const wrong = await call(definitionRoute, 'PUT', {
      params,
      body: { definition },
      headers: { 'if-match': '*' },
    });
    const published = await call(publishRoute, 'POST', { params, headers: { 'if-match': '"2"' } });

    expect([made.status, unnamed.status, saved.status, late.status, wrong.status, published.status]).toEqual([
      201, 409, 200, 412, 422, 200,
    ]);
    expect(saved.headers.get('etag')).toBe('"2"');
    expect(late.body).toMatchObject({ code: 'stale', revision: 2 });
    expect(published.body).toMatchObject({ version: 1 });
  });
});

describe('a problem', () => {
  test('is a document with a stable code, words, and what the refusal knows', async () => {
    const problem = await call(instancesRoute, 'POST', {
      body: { ...order('H-4'), input: {} },
      headers: as('carol'),
    });

    expect(problem.headers.get('content-type')).toBe('application/problem+json');
    expect(problem).toMatchObject({
      status: 422,
      body: {
        type: 'urn:interlock:problem:invalid',
        status: 422,
        code: 'invalid',
        title: 'Not valid',
        detail: expect.any(String),
        errors: [{ path: '/input/amount', message: 'this is required' }],
      },
    });
  });

  test.each<[string, Record<string, string>, number, string]>([
    ['no key', { authorization: 'Bearer nothing' }, 401, 'unauthenticated'],
    ['an unknown person', as('nobody'), 403, 'forbidden'],
    ['a person without the right', as('eve'), 403, 'forbidden'],
  ])('of %s', async (_, headers, status, code) => {
    const problem = await call(instancesRoute, 'POST', { body: order('H-5'), headers });

    expect(problem).toMatchObject({ status, body: { code } });
  });

  test.each<[string, Sent, number, string]>([
    ['no JSON', { raw: '{' }, 400, 'invalid_json'],
    ['no UTF-8', { raw: Buffer.from([0x22, 0xff, 0xfe, 0x22]) }, 400, 'invalid_json'],
    [
      'another type',
      { raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported_media_type',
    ],
    [
      'another type that a form may send',
      { raw: '{}', headers: { 'content-type': 'text/plain' } },
      415,
      'unsupported_media_type',
    ],
    ['nothing', {}, 422, 'invalid'],
    ['null', { raw: 'null' }, 422, 'invalid'],
    ['a text', { raw: '"x"' }, 422, 'invalid'],
    ['a list', { raw: '[]' }, 422, 'invalid'],
    ['a NUL character', { raw: JSON.stringify(order('a\u0000b')) }, 422, 'invalid'],
    [
      'half of a surrogate pair',
      { raw: '{"definition":"refund","subject":{"id":"\\ud800"}}' },
      422,
      'invalid',
    ],
    [
      'a number without end',
      { raw: '{"definition":"refund","subject":{"id":"x"},"input":{"amount":1e999}}' },
      422,
      'invalid',
    ],
    ['a prototype', { raw: '{"__proto__":{"definition":"refund"},"constructor":1}' }, 422, 'invalid'],
    ['endless nesting', { raw: `{"input":${'['.repeat(100_000)}${']'.repeat(100_000)}}` }, 422, 'invalid'],
    ['a huge body', { raw: `"${'x'.repeat(5_000_000)}"` }, 413, 'too_large'],
    [
      'a large input',
      { body: { ...order('H-6'), input: { amount: 1, customer: 'x'.repeat(300_000) } } },
      413,
      'too_large',
    ],
  ])('of a body that is %s', async (_, sent, status, code) => {
    const headers = { ...as('carol'), ...sent.headers };

    expect(await call(instancesRoute, 'POST', { ...sent, headers })).toMatchObject({
      status,
      body: { code },
    });
  });

  test.each(['x', '%00', "'", '00000000-0000-0000-0000-000000000000', '__proto__', '../instances'])(
    'of the id %s is that there is none',
    async (id) => {
      for (const route of [instanceRoute, eventsRoute]) {
        expect(await call(route, 'GET', { params: { id } })).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        });
      }
      expect(
        await call(decideRoute, 'POST', { params: { id }, body: { outcome: 'approve' }, headers: as('ann') }),
      ).toMatchObject({ status: 404, body: { code: 'not_found' } });
    },
  );

  test.each([
    '?limit=0',
    '?limit=x',
    '?limit=1000',
    '?cursor=x',
    '?status=gone',
    '?__proto__=1',
    '?q=%00',
    '?definition=a&definition=b',
  ])('of the query %s, and no fault of ours', async (query) => {
    expect(await call(instancesRoute, 'GET', { query })).toMatchObject({
      status: 422,
      body: { code: 'invalid' },
    });
  });

  test.each(['%E0%A4%A@x.y', '%00@x.y', 'x'])('of the person %s', async (email) => {
    const put = await call(peopleRoute, 'PUT', { params: { email }, body: { name: 'X' } });
    const read = await call(peopleRoute, 'GET', { params: { email } });

    expect([put.status, read.status]).toEqual([422, 404]);
  });

  test('of another tenant’s instance is the one of an instance that does not exist', async () => {
    const { id } = await world.start();
    const stranger = `Bearer ${await newKey(await refundWorld(database.owner))}`;
    const ask = (asked: string) =>
      call(instanceRoute, 'GET', { params: { id: asked }, headers: { authorization: stranger } });

    const [theirs, nobodys] = [await ask(id), await ask('019ae123-1234-7abc-8def-0123456789ab')];

    expect(theirs.status).toBe(404);
    expect(theirs.body).toEqual(nobodys.body);
  });
});
