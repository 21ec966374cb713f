import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AttemptBounds } from './attempt-bounds';

const place = { tenantId: 'tenant', instanceId: 'instance' };
const attempt = { execution: 'main:work:1:send', token: 'token', seconds: 30 };
const never = () => new Promise<never>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function worker({ held = true } = {}) {
  const stopping = new AbortController();
  const query = vi.fn(() => Promise.resolve({ rows: [{ held }] }));
  return {
    stopping,
    query,
    parts: { pool: { query } as never, leaseSeconds: 15, stopping: stopping.signal },
  };
}

test('work that ignores its timeout ends there, and its signal says so', async () => {
  const bounds = new AttemptBounds(worker().parts, place, attempt);
  const ended = expect(bounds.within(never())).rejects.toThrow('timeout');

  await vi.advanceTimersByTimeAsync(30_000);
  await ended;

  expect(bounds.timedOut).toBe(true);
  expect(bounds.signal.aborted).toBe(true);
  bounds.release();
});

test('work of a longer timeout than a timer of the platform can run goes on', async () => {
  const bounds = new AttemptBounds(worker().parts, place, { ...attempt, seconds: 40 * 86_400 });

  await vi.advanceTimersByTimeAsync(86_400_000);

  expect(bounds.signal.aborted).toBe(false);
  bounds.release();
});

test('a lease that is somebody else’s now ends the work', async () => {
  const bounds = new AttemptBounds(worker({ held: false }).parts, place, attempt);
  const ended = expect(bounds.within(never())).rejects.toThrow('The lease of this attempt was lost.');

  await vi.advanceTimersByTimeAsync(5_000);
  await ended;

  expect(bounds.timedOut).toBe(false);
  bounds.release();
});

test('a worker that stops ends all that it runs, and nothing that is over', async () => {
  const { parts, stopping } = worker();
  const over = new AttemptBounds(parts, place, attempt);
  await expect(over.within(Promise.resolve('done'))).resolves.toBe('done');
  over.release();
  const running = Array.from({ length: 12 }, () => new AttemptBounds(parts, place, attempt));
  const ended = running.map((one) => expect(one.within(never())).rejects.toThrow('The worker stops.'));

  stopping.abort(new Error('The worker stops.'));
  await Promise.all(ended);

  expect(over.signal.aborted).toBe(false);
  const late = new AttemptBounds(parts, place, attempt);
  expect(late.signal.aborted).toBe(true);
  for (const one of [...running, late]) one.release();
});

test('nothing runs on for an attempt that is over', async () => {
  const { parts, query } = worker();
  const bounds = new AttemptBounds(parts, place, attempt);
  bounds.release();

  await vi.advanceTimersByTimeAsync(60_000);

  expect(bounds.signal.aborted).toBe(false);
  expect(query).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
