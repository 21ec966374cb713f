import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '@/lib/audit/queries';
import { publishDefinition, saveDraft } from '@/lib/definitions/commands';
import type { Definition } from '@/lib/engine/definition/schema';
import { getInstance } from '@/lib/instances/queries';
import type { Actor } from '@/lib/people/actor';
import { administrator } from '@/lib/testing/builders/administrator';
import {
  aDefinition,
  automated,
  end,
  executeFunction,
  go,
  start,
} from '@/lib/testing/builders/definition-builder';
import { take } from '@/lib/testing/builders/refund-world';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { registerFunctions } from '@/lib/runtime/activities/functions';
import { putResource } from './commands';
import { getResource, listResources, listSharedResources } from './queries';
import type { PutResource } from './schema';

let world: RuntimeWorld;
let admin: Actor;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  admin = administrator(world.tenantId);
  registerFunctions({ quick: () => Promise.resolve({}) });
  await world.database.owner.query(
    "INSERT INTO shared_resources (key, title, at_once, per_second) VALUES ('sms', 'SMS gateway', 9, 2.5)",
  );
  await world.worker();
});
afterAll(() => world.drop());

/** START, one activity at that resource, END. */
function using(resource: string): Definition {
  return aDefinition({
    key: `uses-${resource}`,
    steps: [
      start(),
      automated('paying', [executeFunction('pay', 'quick', { resource })], { onFailure: 'fail' }),
      end(),
    ],
    transitions: [go('start', 'paying'), go('paying', 'done')],
    startableBy: [],
  });
}

describe('an administrator', () => {
  test('makes a resource and changes it, never over somebody else’s change, and the audit log says so', async () => {
    const made = take(await putResource(admin, 'bank', { title: 'Bank', atOnce: 3, perSecond: 0.5 }, 0));
    const changed = take(await putResource(admin, 'bank', { title: 'Bank', shared: 'sms' }, 1));

    expect(made).toMatchObject({
      atOnce: 3,
      perSecond: 0.5,
      shared: null,
      revision: 1,
      changedBy: admin.name,
    });
    expect(changed).toMatchObject({
      atOnce: null,
      perSecond: null,
      shared: { key: 'sms', atOnce: 9, perSecond: 2.5 },
      revision: 2,
    });
    expect(await putResource(admin, 'bank', { title: 'Bank', atOnce: 1 }, 1)).toMatchObject({
      refusal: { code: 'stale', data: { revision: 2 } },
    });
    expect(take(await listResources(admin)).map(({ key }) => key)).toContain('bank');
    expect(take(await listSharedResources(admin))).toMatchObject([{ key: 'sms', title: 'SMS gateway' }]);
    const { items } = take(await listAudit(admin, {}));
    expect(items.filter(({ subject }) => subject === 'resource:bank')).toHaveLength(2);
  });

  test.each<[string, PutResource, string]>([
    ['no capacity at all', { title: 'Bank' }, '/atOnce'],
    ['half an attempt', { title: 'Bank', atOnce: 0.5 }, '/atOnce'],
    ['a rate of nothing', { title: 'Bank', perSecond: 0 }, '/perSecond'],
    ['a rate too exact', { title: 'Bank', perSecond: 0.333 }, '/perSecond'],
    ['a shared capacity that there is not', { title: 'Bank', shared: 'fax' }, '/shared'],
    ['no title', { title: '', atOnce: 1 }, '/title'],
  ])('is told about %s', async (_, wrong, path) => {
    expect(await putResource(admin, 'wrong', wrong)).toMatchObject({
      refusal: { code: 'invalid', data: { errors: [{ path }] } },
    });
  });

  test('hears before publishing that a resource is not there', async () => {
    const publish = async (definition: Definition) => {
      take(await saveDraft(admin, definition.key, { definition }, null));
      return publishDefinition(admin, definition.key);
    };
    take(await putResource(admin, 'ledger', { title: 'Ledger', atOnce: 1 }));

    const refused = await publish(using('lodger'));
    const published = await publish(using('ledger'));

    expect(refused).toMatchObject({
      refusal: {
        code: 'invalid',
        data: {
          findings: [{ code: 'unknown_resource', mend: expect.stringContaining('"ledger"') as string }],
        },
      },
    });
    expect(published.ok).toBe(true);
  });
});

test('what waits for room says so, and goes on as soon as an administrator makes some', async () => {
  take(await putResource(admin, 'till', { title: 'Till', atOnce: 0 }));
  await world.publish(using('till'));
  const [first, second] = [await world.start('uses-till'), await world.start('uses-till')];
  for (const id of [first, second]) await world.untilStatus(id, 'waiting');

  const waiting = take(await getInstance(admin, second));
  const line = take(await getResource(admin, 'till'));
  take(await putResource(admin, 'till', { title: 'Till', atOnce: 1 }));
  for (const id of [first, second]) await world.untilStatus(id, 'completed');

  expect(waiting.executions).toMatchObject([
    { status: 'ready', room: { resource: 'till', title: 'Till', atOnce: 0, running: 0, ahead: 1 } },
  ]);
  expect(line).toMatchObject({ running: 0, waiting: 2 });
  expect(line.requests).toMatchObject([
    { instance: first, state: 'waiting' },
    { instance: second, state: 'waiting' },
  ]);
  expect(take(await getResource(admin, 'till'))).toMatchObject({ running: 0, waiting: 0, requests: [] });
});

test('only who manages integrations changes one, who reads definitions sees what there is, another tenant nothing', async () => {
  take(await putResource(admin, 'private', { title: 'Private', atOnce: 1 }));
  const designer: Actor = { ...admin, permissions: ['definitions.read'] };
  const stranger: Actor = { ...admin, tenantId: '00000000-0000-7000-8000-000000000001' };

  expect(await putResource(designer, 'private', { title: 'Mine', atOnce: 9 })).toMatchObject({
    refusal: { code: 'forbidden' },
  });
  expect(take(await listResources(designer)).length).toBeGreaterThan(0);
  expect(await getResource(designer, 'private')).toMatchObject({ refusal: { code: 'forbidden' } });
  expect(await getResource(stranger, 'private')).toMatchObject({ refusal: { code: 'not_found' } });
  expect(take(await listResources(stranger))).toEqual([]);
});
