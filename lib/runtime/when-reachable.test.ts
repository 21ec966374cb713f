import { expect, test } from 'vitest';
import { whenReachable } from './when-reachable';

const away = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

test('work is done again until the database is back', async () => {
  let tries = 0;
  const heard: unknown[] = [];

  const result = await whenReachable(
    () => {
      tries += 1;
      return tries < 3 ? Promise.reject(away()) : Promise.resolve('done');
    },
    { seconds: 10, onWait: (error) => heard.push(error) },
  );

  expect(result).toBe('done');
  expect(heard).toHaveLength(2);
});

test('a failure of another kind is not tried again', async () => {
  let tries = 0;
  const work = () => {
    tries += 1;
    return Promise.reject(new Error('a defect'));
  };

  await expect(whenReachable(work, { seconds: Infinity })).rejects.toThrow('a defect');
  expect(tries).toBe(1);
});

test('patience ends', async () => {
  await expect(whenReachable(() => Promise.reject(away()), { seconds: 0.2 })).rejects.toThrow('connect');
  await expect(
    whenReachable(() => Promise.reject(away()), { seconds: Infinity, stopping: AbortSignal.abort() }),
  ).rejects.toThrow('connect');
});
