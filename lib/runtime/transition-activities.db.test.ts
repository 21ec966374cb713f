import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import {
  aDefinition,
  automated,
  callApi,
  end,
  fork,
  go,
  join,
  start,
  userTask,
} from '@/lib/testing/builders/definition-builder';
import { CountingServer } from '@/lib/testing/counting-server';
import { RuntimeWorld } from '@/lib/testing/runtime-world';

let world: RuntimeWorld;
let bank: CountingServer;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  bank = await CountingServer.start();
  await world.worker({ allowedHosts: [bank.host] });
});
afterAll(async () => {
  await world.stopWorkers();
  await bank.stop();
  await world.expectVerified();
  await world.drop();
});
beforeEach(() => bank.forget());

const retry = { maxAttempts: 3, firstDelay: 'PT0.1S', jitter: 0 };
const pay = (more: Partial<Activity> = {}): Activity =>
  ({
    ...callApi('pay', bank.url(), { retry, ...more }),
    settings: { method: 'POST', url: bank.url(), body: { by: '{{ task.by.name }}' } },
  }) as Activity;

describe('activities on a transition', () => {
  test.each([
    ['in the worker that goes on', false],
    ['from the queue', true],
  ])('run %s after the decision and before the next step, and know who decided', async (_, async) => {
    bank.answer = ({ count }) => (count === 1 ? { status: 503 } : { body: '{"ref":1}' });
    const key = async ? 'queued' : 'direct';
    await world.publish(
      aDefinition({
        key,
        steps: [start(), userTask('in_review'), end('approved'), end('rejected')],
        transitions: [
          go('start', 'in_review'),
          go('in_review', 'approved', { on: { outcome: 'approve' }, activities: [pay({ async })] }),
          go('in_review', 'rejected', { on: { outcome: 'reject' } }),
        ],
      }),
    );
    const id = await world.start(key);
    await world.untilStatus(id, 'waiting');
    await world.decide(id, 'in_review', 'approve');
    await world.untilStatus(id, 'completed');

    expect(bank.received.map(({ body, key: sent }) => [body, sent])).toEqual(
      Array(2).fill(['{"by":"Ann Lee"}', `${id}:main:in_review:1:pay`]),
    );
    const types = (await world.history(id)).map(({ type }) => type);
    const at = (type: string) => types.lastIndexOf(type);
    expect(at('TRANSITION_BEGUN')).toBeLessThan(types.indexOf('ACTIVITY_STARTED'));
    expect(types.indexOf('ACTIVITY_COMPLETED')).toBeLessThan(at('TRANSITION_TAKEN'));
    expect(at('TRANSITION_TAKEN')).toBeLessThan(at('STEP_ENTERED'));
  });

  test('are undone, the latest first, when what comes after them fails', async () => {
    bank.answer = ({ path }) => ({ status: path === '/refuses' ? 400 : 200 });
    const paying = callApi('pay', bank.url('/pay'), { compensation: 'pay_back' });
    await world.publish(
      aDefinition({
        key: 'undone',
        steps: [
          start(),
          automated('booking', [callApi('book', bank.url('/book'), { compensation: 'free' })]),
          automated('telling', [callApi('tell', bank.url('/refuses'))], { onFailure: 'compensate' }),
          end('done'),
        ],
        transitions: [
          go('start', 'booking'),
          go('booking', 'telling', { activities: [paying] }),
          go('telling', 'done'),
        ],
        compensations: [callApi('free', bank.url('/free')), callApi('pay_back', bank.url('/pay-back'))],
      }),
    );
    const id = await world.start('undone');
    await world.untilStatus(id, 'reversed');

    expect(bank.received.map(({ path }) => path)).toEqual([
      '/book',
      '/pay',
      '/refuses',
      '/pay-back',
      '/free',
    ]);
  });

  test('run in a branch on its way out of the fork and to the join', async () => {
    bank.answer = () => ({});
    await world.publish(
      aDefinition({
        key: 'joined',
        steps: [
          start(),
          fork('checks'),
          automated('left', []),
          automated('right', []),
          join('joined', 'checks'),
          end('done'),
        ],
        transitions: [
          go('start', 'checks'),
          go('checks', 'left', { activities: [callApi('to_left', bank.url('/to-left'))] }),
          go('checks', 'right'),
          go('left', 'joined', { activities: [callApi('from_left', bank.url('/left'))] }),
          go('right', 'joined', { activities: [callApi('from_right', bank.url('/right'))] }),
          go('joined', 'done'),
        ],
      }),
    );
    const id = await world.start('joined');
    await world.untilStatus(id, 'completed');

    expect(bank.received.map(({ path }) => path).sort()).toEqual(['/left', '/right', '/to-left']);
    expect(bank.keys()).toContain(`${id}:main/checks.1/checks-left:checks:1:to_left`);
  });

  test('that fail leave the request where it is, until a person helps', async () => {
    bank.answer = () => ({ status: 400 });
    await world.publish(
      aDefinition({
        key: 'stuck',
        steps: [start(), end('done')],
        transitions: [go('start', 'done', { activities: [callApi('pay', bank.url())] })],
      }),
    );
    const id = await world.start('stuck');
    const stuck = await world.untilStatus(id, 'needs_attention');
    expect(stuck.state).toBe('start');

    bank.answer = () => ({});
    await world.move(id, { kind: 'retry', reason: 'The bank is back' });
    await world.untilStatus(id, 'completed');
  });
});
