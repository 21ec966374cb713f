import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createKey } from '@/lib/people/api-keys';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import * as instancesRoute from './instances/route';
import * as tasksRoute from './tasks/route';

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  vi.stubEnv('INTERLOCK_KEY_REQUESTS_PER_SECOND', '1');
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  // Windows are ten seconds of the clock; it stands still, so that the figures are exact.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await database.drop();
});

async function newKey(): Promise<string> {
  return take(await createKey(world.admin, { name: 'test', permissions: [...world.admin.permissions] })).key;
}

function list(key: string, more: Record<string, string> = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, ...more };
  return tasksRoute.GET(new Request('http://localhost/api/workflows/tasks', { headers }), {
    params: Promise.resolve({}),
  });
}

test('every answer says how much of the key’s quota is left, and for how long', async () => {
  const key = await newKey();
  const first = await list(key);
  vi.advanceTimersByTime(4_000);
  const second = await list(key, { 'interlock-act-as': 'carol@example.test' });

  expect(first.headers.get('ratelimit-policy')).toBe('"key";q=10;w=10');
  expect(first.headers.get('ratelimit')).toBe('"key";r=9;t=10');
  expect(second.headers.get('ratelimit')).toBe('"key";r=8;t=6');
});

test('a key that has used up its quota is refused until the window ends, other keys are not', async () => {
  const [busy, quiet] = [await newKey(), await newKey()];
  for (let sent = 0; sent < 10; sent += 1) expect((await list(busy)).status).toBe(200);
  vi.advanceTimersByTime(2_500);
  const refused = await list(busy);

  expect(refused.status).toBe(429);
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'content-type': 'application/problem+json',
    'retry-after': '8',
    ratelimit: '"key";r=0;t=8',
  });
  expect(await refused.json()).toMatchObject({
    type: 'urn:interlock:problem:rate_limited',
    status: 429,
    'violated-policies': ['key'],
    retryAfterSeconds: 8,
  });
  expect((await list(quiet)).status).toBe(200);

  vi.advanceTimersByTime(7_500);
  expect((await list(busy)).status).toBe(200);
});

test('a refusal counts too, and a request that is refused for its rate changes nothing', async () => {
  const key = await newKey();
  const start = (id: string) =>
    instancesRoute.POST(
      new Request('http://localhost/api/workflows/instances', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'interlock-act-as': 'carol@example.test',
        },
        body: JSON.stringify({ definition: 'refund', subject: { id }, input: { amount: 5 } }),
      }),
      { params: Promise.resolve({}) },
    );
  expect((await start('R-1')).status).toBe(201);
  expect((await start('')).status).toBe(422);
  for (let sent = 0; sent < 8; sent += 1) await list(key);
  expect((await start('R-2')).status).toBe(429);

  const { rows } = await database.owner.query<{ subject_id: string }>(
    "SELECT subject_id FROM instances WHERE subject_id LIKE 'R-%'",
  );
  expect(rows.map((row) => row.subject_id)).toEqual(['R-1']);
});
