import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Actor } from '@/lib/people/actor';
import { createKey } from '@/lib/people/api-keys';
import type { Permission } from '@/lib/people/permissions';
import { administrator } from '@/lib/testing/builders/administrator';
import {
  aDefinition,
  automated,
  end,
  executeFunction,
  go,
  sendEmail,
  start,
} from '@/lib/testing/builders/definition-builder';
import { take } from '@/lib/testing/builders/refund-world';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { until } from '@/lib/testing/until';
import { registerFunctions } from '@/lib/runtime/activities/functions';
import { GET } from './route';

const { lines } = vi.hoisted(() => ({ lines: [] as Record<string, unknown>[] }));
vi.mock('@/lib/observability/log', () => ({
  log: (part: string) =>
    pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line) as never) }).child({
      part,
    }),
}));

let world: RuntimeWorld;
let admin: Actor;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  admin = administrator(world.tenantId, world.ann);
});
afterAll(() => world.drop());

async function scrape(granted: Permission[], actor = admin) {
  const { key } = take(await createKey(actor, { name: 'prometheus', permissions: granted }));
  const request = new Request('http://localhost/api/metrics', {
    headers: { authorization: `Bearer ${key}` },
  });
  const response = await GET(request, { params: Promise.resolve({}) });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

/** The value of a sample whose labels have these parts. */
function sample(text: string, name: string, ...parts: string[]): number | undefined {
  const line = text
    .split('\n')
    .find(
      (one) =>
        (one.startsWith(`${name}{`) || one.startsWith(`${name} `)) &&
        parts.every((part) => one.includes(part)),
    );
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('the metrics', () => {
  test('count what all processes have done and what stands in the database', async () => {
    let calls = 0;
    registerFunctions({
      flaky: () => {
        calls += 1;
        return calls === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve({});
      },
    });
    await world.publish(aDefinition());
    await world.publish(
      aDefinition({
        key: 'mailing',
        steps: [
          start(),
          automated('working', [
            executeFunction('work', 'flaky', { retry: { maxAttempts: 2, firstDelay: 'PT0.1S', jitter: 0 } }),
          ]),
          automated('telling', [sendEmail('mail', 'a@example.test', { retry: { maxAttempts: 1 } })]),
          end('done'),
        ],
        transitions: [go('start', 'working'), go('working', 'telling'), go('telling', 'done')],
      }),
    );
    const worker = await world.worker();
    const waiting = await world.start('refund');
    await world.untilStatus(waiting, 'waiting');
    const stuck = await world.start('mailing');
    await world.untilStatus(stuck, 'needs_attention');
    const cancelled = await world.start('refund');
    await world.move(cancelled, { kind: 'cancel', mode: 'immediate', reason: 'Not needed' });
    await world.decide(cancelled, 'in_review', 'approve');
    await until('the worker’s figures', async () => {
      const { rows } = await world.database.owner.query(
        `SELECT FROM worker_processes WHERE figures::text LIKE '%WORKFLOW_NEEDS_ATTENTION%'`,
      );
      return rows.length > 0;
    });

    const { status, type, text } = await scrape(['metrics.read']);

    expect(status).toBe(200);
    expect(type).toContain('text/plain; version=0.0.4');
    expect(sample(text, 'interlock_instances', 'definition="refund"', 'status="waiting"')).toBe(1);
    expect(sample(text, 'interlock_instances', 'definition="mailing"', 'status="needs_attention"')).toBe(1);
    expect(sample(text, 'interlock_instances', 'status="cancelled"')).toBeUndefined();
    expect(sample(text, 'interlock_incidents_open', 'code="activity_failed"')).toBe(1);
    expect(sample(text, 'interlock_tasks_open')).toBe(1);
    expect(sample(text, 'interlock_workers')).toBe(1);
    expect(sample(text, 'interlock_queue_jobs', 'state="due"')).toBe(0);
    expect(sample(text, 'interlock_queue_oldest_seconds')).toBe(0);
    expect(sample(text, 'interlock_outbox_jobs')).toBe(0);
    const ours = `process="${worker.id}"`;
    expect(sample(text, 'interlock_transition_seconds_count', ours)).toBeGreaterThan(5);
    expect(sample(text, 'interlock_events_total', 'type="ACTIVITY_RETRYING"')).toBeGreaterThanOrEqual(1);
    expect(sample(text, 'interlock_events_total', 'type="WORKFLOW_CANCELLED"')).toBeGreaterThanOrEqual(1);
    expect(sample(text, 'interlock_mails_total', 'result="failed"')).toBeGreaterThanOrEqual(1);
    expect(sample(text, 'interlock_transitions_refused_total')).toBeGreaterThanOrEqual(1);
  });

  test('are for keys with the permission, and tell nothing of another tenant’s instances', async () => {
    expect((await scrape(['instances.read_all'])).status).toBe(403);
    expect(
      (
        await GET(new Request('http://127.0.0.1/api/metrics', { headers: { authorization: 'x' } }), {
          params: Promise.resolve({}),
        })
      ).status,
    ).toBe(401);
    const other = await RuntimeWorld.on(world.database);

    const { text } = await scrape(['metrics.read'], { ...admin, tenantId: other.tenantId });

    expect(text).not.toContain('definition="refund"');
  });
});

test('each move of a worker is one line of the log, with instance, execution, correlation, worker, from and to', async () => {
  await world.publish(
    aDefinition({
      key: 'logged',
      steps: [start(), automated('working', [executeFunction('work', 'flaky')]), end('done')],
      transitions: [go('start', 'working'), go('working', 'done')],
    }),
  );
  lines.length = 0;

  const id = await world.start('logged');
  await world.untilStatus(id, 'completed');

  const history = await world.history(id);
  const moves = lines.filter(({ msg, instance }) => msg === 'moved' && instance === id);
  const types = moves.flatMap(({ events }) => events as string[]);
  expect(types).toEqual(history.filter(({ worker }) => worker !== null).map(({ type }) => type));
  expect(moves.at(-1)).toMatchObject({
    level: 30,
    part: 'move',
    tenant: world.tenantId,
    definition: 'logged:1',
    execution: 'main:working:1:work',
    correlation: null,
    worker: expect.any(String),
    from: { status: 'running', state: 'working' },
    to: { status: 'completed', state: 'done' },
    version: history.length,
  });
});
