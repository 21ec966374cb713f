import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadCode } from './load-code';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('code that is asked for while the server is away comes when it is back', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')));
  const load = vi.fn(() =>
    load.mock.calls.length < 9 ? Promise.reject(new Error()) : Promise.resolve('code'),
  );

  const loaded = loadCode<string>(load);
  await vi.advanceTimersByTimeAsync(60_000);

  await expect(loaded).resolves.toBe('code');
});

test('code that a server does not have any more is told to be missing', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));

  const loaded = expect(loadCode(() => Promise.reject(new Error('404')))).rejects.toThrow('404');
  await vi.advanceTimersByTimeAsync(60_000);

  await loaded;
});
