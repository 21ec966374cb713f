import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { repeatedly } from './repeatedly';

test('work that takes longer than the pause never overlaps with itself', async () => {
  let running = 0;
  let most = 0;
  let times = 0;
  const work = repeatedly(1, async () => {
    running += 1;
    times += 1;
    most = Math.max(most, running);
    await sleep(20);
    running -= 1;
  });

  await sleep(150);
  await work.stop();

  expect(most).toBe(1);
  expect(times).toBeGreaterThan(1);
});

test('stopping waits for the work under way and begins no more', async () => {
  let ended = 0;
  const work = repeatedly(1, async () => {
    await sleep(50);
    ended += 1;
  });
  await sleep(20);

  await work.stop();
  const then = ended;
  await sleep(80);

  expect(then).toBe(1);
  expect(ended).toBe(1);
});

test('stopping in the pause does not wait for its end', async () => {
  const begun = Date.now();

  await repeatedly(60_000, () => Promise.resolve()).stop();

  expect(Date.now() - begun).toBeLessThan(5_000);
});
