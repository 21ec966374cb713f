import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Definition } from '@/lib/engine/definition/schema';
import { aDefinition, automated, callApi, end, go, start } from '@/lib/testing/builders/definition-builder';
import { CountingServer, later } from '@/lib/testing/counting-server';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { until } from '@/lib/testing/until';
import { verifyInstance } from './verify';

let world: RuntimeWorld;
/** Another tenant on the same database. */
let other: RuntimeWorld;
let partner: CountingServer;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  other = await RuntimeWorld.on(world.database);
  partner = await CountingServer.start();
  const allowedHosts = [partner.host];
  await Promise.all([world.worker({ allowedHosts }), world.worker({ allowedHosts })]);
});
afterAll(async () => {
  await world.stopWorkers();
  await partner.stop();
  await world.drop();
});
beforeEach(() => partner.forget());

type Capacity = { readonly atOnce?: number; readonly perSecond?: number; readonly shared?: string };

async function makeResource(of: RuntimeWorld, key: string, { atOnce, perSecond, shared }: Capacity) {
  await of.database.owner.query(
    `INSERT INTO resources (tenant_id, key, title, at_once, per_second, shared, changed_by_name)
     VALUES ($1, $2, $2, $3, $4, $5, 'Ann Lee')`,
    [of.tenantId, key, atOnce ?? null, perSecond ?? null, shared ?? null],
  );
}

/** START, one step with these activities, END. */
function working(key: string, activities: readonly Activity[], parts: Partial<Definition> = {}): Definition {
  return aDefinition({
    key,
    steps: [start(), automated('paying', [...activities]), end('approved')],
    transitions: [go('start', 'paying'), go('paying', 'approved')],
    ...parts,
  });
}

const startAll = (of: RuntimeWorld, key: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => of.start(key)));

async function requests(resource: string): Promise<Record<string, number>> {
  const { rows } = await world.database.owner.query<{ state: string; n: number }>(
    'SELECT state, count(*)::int AS n FROM resource_requests WHERE resource = $1 GROUP BY state',
    [resource],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

async function expectVerified(ids: readonly string[]): Promise<void> {
  for (const id of ids)
    expect(await verifyInstance(world.database.app, world.tenantId, id), id).toMatchObject({ ok: true });
}

test('never more attempts run at a resource than its capacity, sync, async and undoing, with several workers', async () => {
  await makeResource(world, 'bank', { atOnce: 3 });
  const resource = 'bank';
  await world.publish(
    working('charging', [callApi('charge', partner.url('/charge'), { resource, async: true })]),
  );
  const reserve = callApi('reserve', partner.url('/reserve'), { resource, compensation: 'release' });
  const refused = callApi('charge', partner.url('/refused'), { resource });
  await world.publish({
    ...working('saga', []),
    steps: [start(), automated('paying', [reserve, refused], { onFailure: 'compensate' }), end('approved')],
    compensations: [callApi('release', partner.url('/release'), { resource })],
  });
  let now = 0;
  let most = 0;
  partner.answer = async ({ path }) => {
    most = Math.max(most, ++now);
    const answer = await later(25, path === '/refused' ? { status: 422 } : {});
    now -= 1;
    return answer;
  };

  const [charged, undone] = await Promise.all([startAll(world, 'charging', 36), startAll(world, 'saga', 4)]);
  for (const id of charged) await world.untilStatus(id, 'completed');
  for (const id of undone) await world.untilStatus(id, 'reversed');

  expect(most).toBe(3);
  expect(partner.received).toHaveLength(48);
  expect(partner.keys()).toHaveLength(48);
  expect(await requests('bank')).toEqual({});
  await expectVerified([...charged.slice(0, 4), ...undone]);
});

test('no more attempts begin in a second than the rate says, and none later than it has to', async () => {
  await makeResource(world, 'slow', { perSecond: 8 });
  await world.publish(working('rated', [callApi('pay', partner.url(), { resource: 'slow' })]));
  const begun: number[] = [];
  partner.answer = () => {
    begun.push(performance.now());
    return {};
  };

  const ids = await startAll(world, 'rated', 24);
  for (const id of ids) await world.untilStatus(id, 'completed');

  const { rows } = await world.database.owner.query<{ most: number }>(
    `SELECT max((SELECT count(*) FROM resource_starts b WHERE b.resource = a.resource
       AND b.at >= a.at AND b.at < a.at + interval '1 second'))::int AS most FROM resource_starts a WHERE a.resource = 'slow'`,
  );
  expect(rows[0]?.most).toBe(8);
  // Twice eight after the first eight: two seconds, and what a busy machine adds.
  expect(begun.at(-1)! - begun[0]!).toBeLessThan(10_000);
});

test('a tenant with very much to do does not keep another from its turn', async () => {
  await world.database.owner.query(
    "INSERT INTO shared_resources (key, title, at_once) VALUES ('exchange', 'Exchange', 1)",
  );
  for (const one of [world, other]) {
    await makeResource(one, 'quotes', { shared: 'exchange' });
    const path = one === world ? '/many' : '/few';
    await one.publish(working('quoting', [callApi('pay', partner.url(path), { resource: 'quotes' })]));
  }
  let now = 0;
  let most = 0;
  partner.answer = async () => {
    most = Math.max(most, ++now);
    const answer = await later(10);
    now -= 1;
    return answer;
  };
  const many = await startAll(world, 'quoting', 80);
  await until('some of the many', () => partner.received.length > 5);

  const before = partner.received.length;
  const few = await startAll(other, 'quoting', 2);
  for (const id of few) await other.untilStatus(id, 'completed');
  const between = partner.received.slice(before).filter(({ path }) => path === '/many').length;

  // Two turns of one's own, one of the other before each, and those that went on while these were started.
  expect(between).toBeLessThan(30);
  expect(most).toBe(1);
  for (const id of many) await world.move(id, { kind: 'cancel', mode: 'immediate', reason: 'enough' });
  await until('everybody gone', async () => Object.keys(await requests('quotes')).length === 0);
});
