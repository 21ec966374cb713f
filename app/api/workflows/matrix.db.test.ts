import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAbsence } from '@/lib/absence/commands';
import { createSink } from '@/lib/event-sinks/commands';
import { createKey } from '@/lib/people/api-keys';
import { putPerson, putRole } from '@/lib/people/commands';
import { type Permission, permissions } from '@/lib/people/permissions';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { addressOf, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createSource } from '@/lib/webhooks/commands';
import { openApiDocument } from './openapi.json/document';

/**
 * Every operation of the API as nobody, as a person without any role, with each permission alone, with all of them, and as the
 * administrator of another tenant. The operations come from the API's own description, so a new one is in here by itself.
 */

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
type Operation = { readonly name: string; readonly method: string; readonly route: string };

/**
 * What every person may ask, since the answer is about themselves, or about what they have a part in: an id of something else
 * is not found.
 */
const forEverybody = new Set([
  'GET /absences',
  'POST /absences',
  'GET /absences/acting-for',
  'GET /absences/decided-for-me',
  'GET /colleagues',
  'GET /definition-schema',
  'GET /inbox-views',
  'POST /inbox-views',
  'GET /instances',
  'GET /instances/export',
  'GET /notification-settings',
  'PUT /notification-settings',
  'GET /notifications',
  'POST /notifications/read',
  'GET /saved-views',
  'POST /saved-views',
  'GET /tasks',
  'GET /tasks/counts',
  'GET /tasks/facts',
  'GET /tasks/facts/values',
  'GET /tasks/processes',
  // Each row is judged for itself.
  'POST /tasks/bulk',
]);
/** Where what is sent is looked at first, it has to be right for the right to be asked. */
const bodies: Readonly<Record<string, unknown>> = {
  'POST /instances': { definition: 'refund', subject: { id: 'matrix' }, input: { amount: 1 } },
  'POST /instances/{id}/reopen': { reason: 'Again' },
  'POST /tasks/{id}/decide': { outcome: 'approve' },
  'POST /tasks/{id}/delegate': { to: 'bob@example.test' },
  'PUT /tasks/{id}/draft': { form: {}, reason: 'Typed' },
  'PUT /tasks/{id}/snooze': { until: '2999-01-01T00:00:00Z' },
};
const queries: Readonly<Record<string, string>> = { 'GET /definitions/{key}/export': '?format=json' };
/** Who calls these shows who they are in another way: a signature. */
const signedOtherwise = new Set(['POST /webhooks/{source}']);

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
const operations: readonly Operation[] = Object.entries(openApiDocument().paths ?? {}).flatMap(
  ([route, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => ({
        name: `${method.toUpperCase()} ${route}`,
        method: method.toUpperCase(),
        route,
      })),
);
const guarded = operations.filter(({ name }) => !signedOtherwise.has(name));

let database: TestDatabase;
let world: World;
let other: World;
/** A key that acts as people of the first tenant, and one of the other tenant. */
let key: string;
let otherKey: string;
/** By the first part of a route: an id of the first tenant. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  database = await createTestDatabase();
  [world, other] = [await refundWorld(database.owner), await refundWorld(database.owner)];
  [key, otherKey] = (await Promise.all(
    [world, other].map(
      async ({ admin }) =>
        take(await createKey(admin, { name: 'matrix', permissions: [...permissions] })).key,
    ),
  )) as [string, string];
  await people();
  ids = await things();
});
afterAll(() => database.drop());

/** Of the first tenant: somebody with nothing, somebody with each permission alone, and somebody with all. */
async function people(): Promise<void> {
  const one = async (name: string, granted: readonly Permission[]) => {
    take(await putRole(world.admin, `only-${name}`, { name, permissions: [...granted] }));
    take(await putPerson(world.admin, addressOf(name), { name, roles: [`only-${name}`] }));
  };
  await one('nothing', []);
  await one('everything', permissions);
  for (const permission of permissions) await one(nameOf(permission), [permission]);
}

async function things(): Promise<Readonly<Record<string, string>>> {
  const started = await world.start({ input: { amount: 500 } });
  const sink = take(
    await createSink(world.admin, { name: 'matrix-secret-sink', url: 'https://sink.example' }),
  );
  const mapping = { kind: 'start', definition: 'refund', subject: 'body.id' } as const;
  const source = take(await createSource(world.admin, { name: 'matrix-secret-source', mapping }));
  const absence = take(
    await createAbsence(await world.person('ann'), {
      deputy: addressOf('bob'),
      endsAt: '2099-01-01T00:00:00Z',
    }),
  );
  const apiKey = take(await createKey(world.admin, { name: 'matrix-secret-key', permissions: [] }));
  return {
    instances: started.id,
    tasks: started.openTasks[0]!.id,
    'event-sinks': sink.id,
    'webhook-sources': source.id,
    absences: absence.id,
    keys: apiKey.id,
  };
}

function nameOf(permission: Permission): string {
  return permission.replace(/[._]/g, '-');
}

async function ask({ name, route, method }: Operation, headers: Record<string, string>): Promise<Response> {
  const file = `./${route.slice(1).replaceAll('{', '[').replaceAll('}', ']')}/route.ts`;
  const module = (await import(/* @vite-ignore */ file)) as Record<string, Handler>;
  const handler = module[method];
  if (!handler) throw new Error(`${route} has no ${method}`);
  const request = new Request(`http://localhost/api/workflows${route}${queries[name] ?? ''}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method !== 'GET' && { body: JSON.stringify(bodies[name] ?? {}) }),
  });
  return handler(request, { params: Promise.resolve(parametersOf(route)) });
}

/** What stands in the route: something of the first tenant where there is such a thing, else an id of nothing. */
function parametersOf(route: string): Record<string, string> {
  const [first = ''] = route.slice(1).split('/');
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const known: Record<string, string> = { email: addressOf('ann'), version: '1', source: ids[first] ?? '' };
  const nothing = '01890000-0000-7000-8000-000000000000';
  const value = (name: string) => {
    if (name === 'key') return first === 'roles' ? 'approver' : 'refund';
    return known[name] ?? ids[first] ?? nothing;
  };
  return Object.fromEntries(names.map((name) => [name, value(name)]));
}

const as = (name: string) => ({ authorization: `Bearer ${key}`, 'interlock-act-as': addressOf(name) });

describe('an operation of the API', () => {
  test.each(guarded)('$name lets nobody in with a key that nobody made', async (operation) => {
    const response = await ask(operation, { authorization: `Bearer ilk_${'x'.repeat(43)}` });

    expect(response.status).toBe(401);
  });

  test.each(guarded)('$name is for somebody who may, and for nobody else', async (operation) => {
    const without = (await ask(operation, as('nothing'))).status;
    const withAll = (await ask(operation, as('everything'))).status;

    expect(withAll, 'with every permission').not.toBe(401);
    expect(without, 'fails').toBeLessThan(500);
    expect(withAll, 'fails').toBeLessThan(500);
    if (forEverybody.has(operation.name)) expect([401, 403]).not.toContain(without);
    else expect([403, 404], 'without any permission').toContain(without);
  });

  test('that a permission alone opens does not open with the others', async () => {
    const opened: Record<string, string[]> = {};
    const managed =
      /^\w+ \/(people|roles|keys|audit|event-sinks|event-deliveries|webhook-sources|signing-key)/;
    for (const operation of guarded.filter(({ name }) => managed.test(name))) {
      for (const permission of permissions) {
        const { status } = await ask(operation, as(nameOf(permission)));
        if (status !== 403 && status !== 404) (opened[operation.name] ??= []).push(permission);
      }
    }

    // What manages people, integrations or keys has one key, and no other fits.
    for (const [name, by] of Object.entries(opened)) {
      const key = /^\w+ \/(people|roles|keys|audit)/.test(name) ? 'people.manage' : 'integrations.manage';
      expect(by, name).toEqual([key]);
    }
    expect(opened['PUT /people/{email}']).toEqual(['people.manage']);
    expect(opened['POST /event-sinks']).toEqual(['integrations.manage']);
  });

  test.each(guarded.filter(({ route }) => route.includes('{id}')))(
    '$name does not know what is another tenant’s',
    async (operation) => {
      const response = await ask(operation, { authorization: `Bearer ${otherKey}` });

      expect([400, 403, 404, 422]).toContain(response.status);
      expect(await response.text()).not.toContain('matrix-secret');
    },
  );

  test.each(guarded.filter(({ method, route }) => method === 'GET' && !route.includes('{')))(
    '$name lists nothing of another tenant',
    async (operation) => {
      const response = await ask(operation, { authorization: `Bearer ${otherKey}` });

      const told = await response.text();
      for (const id of Object.values(ids)) expect(told).not.toContain(id);
      expect(told).not.toContain('matrix-secret');
    },
  );
});

describe('a server action', () => {
  const lib = fileURLToPath(new URL('../../../lib', import.meta.url));
  const files = readdirSync(lib, { recursive: true, encoding: 'utf8' }).filter(
    (file) => path.basename(file) === 'actions.ts',
  );

  test.each(files)('of lib/%s asks who is there before it does anything', (file) => {
    const text = readFileSync(path.join(lib, file), 'utf8');
    const actions = text.split(/^export async function /m).slice(1);

    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions)
      expect(action, action.slice(0, 40)).toMatch(/await (requireActor|currentActor)\(\)/);
  });
});
