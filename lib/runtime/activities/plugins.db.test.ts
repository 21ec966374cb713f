import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import { aDefinition, automated, callApi, end, go, start } from '@/lib/testing/builders/definition-builder';
import { CountingServer } from '@/lib/testing/counting-server';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { loadPlugins } from './load-plugins';

let world: RuntimeWorld;
let chat: CountingServer;

beforeAll(async () => {
  await loadPlugins([path.resolve('lib/activity-plugin-example/chat.ts')]);
  world = await RuntimeWorld.make();
  chat = await CountingServer.start();
  await world.worker({ allowedHosts: [chat.host] });
});
afterAll(async () => {
  await world.stopWorkers();
  await chat.stop();
  await world.expectVerified();
  await world.drop();
});
beforeEach(() => {
  chat.forget();
  chat.answer = () => ({ body: '{"id":"m-1"}' });
});

const retry = { maxAttempts: 3, firstDelay: 'PT0.1S', jitter: 0 };

function message(settings: Record<string, string | boolean> = {}, more: Partial<Activity> = {}): Activity {
  const all = { webhook: chat.url('/hook'), text: 'Amount: {{ context.amount }}', ...settings };
  return { key: 'post', type: 'chat.post-message', settings: all, retry, ...more } as Activity;
}

async function run(key: string, first: Activity, ...others: Activity[]): Promise<string> {
  const remove = {
    key: 'remove',
    type: 'chat.remove-message',
    settings: { webhook: chat.url('/hook'), id: '{{ context.activities.post.output.id }}' },
  };
  await world.publish(
    aDefinition({
      key,
      steps: [start(), automated('telling', [first, ...others], { onFailure: 'compensate' }), end('done')],
      transitions: [go('start', 'telling'), go('telling', 'done')],
      compensations: [remove],
    }),
  );
  return world.start(key);
}

describe('an activity type of a plugin', () => {
  test.each([
    ['in the advancing worker', false],
    ['from the queue', true],
  ])('runs %s with its settings rendered, and its result is the output', async (_, async) => {
    const id = await run(`runs-${async ? 'async' : 'sync'}`, message({}, { async }));
    const done = await world.untilStatus(id, 'completed');

    expect(chat.received.map(({ body, key }) => [JSON.parse(body), key])).toEqual([
      [{ text: 'Amount: 1500', urgent: false }, `${id}:main:telling:1:post`],
    ]);
    expect(done.results['post']?.output).toEqual({ id: 'm-1' });
  });

  test('is tried again, under the same key, after an error of a class that it names', async () => {
    chat.answer = ({ count }) => (count < 3 ? { status: 503 } : { body: '{"id":"m-2"}' });
    const id = await run('busy', message());
    const done = await world.untilStatus(id, 'completed');

    expect(done.results['post']?.output).toEqual({ id: 'm-2' });
    expect(chat.received).toHaveLength(3);
    expect(chat.keys()).toHaveLength(1);
  });

  test('waits as long as its error says', async () => {
    chat.answer = ({ count }) =>
      count === 1 ? { status: 429, headers: { 'retry-after': '1' } } : { body: '{}' };
    const began = Date.now();
    await world.untilStatus(await run('asked-to-wait', message()), 'completed');

    expect(Date.now() - began).toBeGreaterThan(1_000);
  });

  test('is not tried again after any other error', async () => {
    chat.answer = () => ({ status: 404 });
    const id = await run('gone', message());
    const reversed = await world.untilStatus(id, 'reversed');

    expect(await world.attempts(id, 'post')).toMatchObject([{ result: 'failed', code: 'plugin_failed' }]);
    expect(Object.values(reversed.activities)[0]?.error?.message).toContain('The chat answered 404');
  });

  test('whose settings turn out wrong says which, and does not run', async () => {
    const id = await run('wrong', message({ webhook: '{{ context.amount }}' }));
    const reversed = await world.untilStatus(id, 'reversed');

    expect(Object.values(reversed.activities)[0]?.error).toMatchObject({
      code: 'invalid_settings',
      message: expect.stringContaining('webhook'),
      retryable: false,
    });
    expect(chat.received).toEqual([]);
  });

  test('is undone by another one when a later activity fails', async () => {
    chat.answer = ({ path: at }) => (at === '/refuses' ? { status: 400 } : { body: '{"id":"m-3"}' });
    const id = await run(
      'undone',
      message({}, { compensation: 'remove' }),
      callApi('refuse', chat.url('/refuses')),
    );
    await world.untilStatus(id, 'reversed');

    expect(chat.received.map(({ body }) => body).at(-1)).toBe('{"remove":"m-3"}');
  });

  test('that no worker knows needs a person', async () => {
    await world.publish(
      aDefinition({
        key: 'unknown',
        steps: [
          start(),
          automated('acting', [{ key: 'act', type: 'acme.unknown', settings: {} }]),
          end('done'),
        ],
        transitions: [go('start', 'acting'), go('acting', 'done')],
      }),
    );
    const stuck = await world.untilStatus(await world.start('unknown'), 'needs_attention');

    expect(Object.values(stuck.incidents)[0]?.message).toContain('the plugin that brings it');
  });
});
