import { expect, test } from 'vitest';
import { pausesOf } from '@/lib/engine/decide/retry-policy';
import type { Definition } from '@/lib/engine/definition/schema';
import { failureWays } from './failure-ways';
import { durationOfSeconds } from './seconds';

const now = '2026-03-02T09:00:00.000000Z';

test('the pauses grow by the factor up to the ceiling, one fewer than there are tries', () => {
  expect(
    pausesOf({ retry: { maxAttempts: 5, firstDelay: 'PT2S', factor: 2, maxDelay: 'PT10S', jitter: 0 } }, now),
  ).toEqual({
    seconds: [2, 4, 8, 10],
    jitter: 0,
  });
  expect(pausesOf({}, now)?.seconds).toEqual([5, 10]);
  expect(pausesOf({ retry: { maxAttempts: 1 } }, now)?.seconds).toEqual([]);
  expect(pausesOf({ retry: { firstDelay: 'P1BD' } }, now)).toBeNull();
});

test('seconds are said in hours, minutes and seconds', () => {
  expect([0, 2, 1.25, 90, 3600, 3725].map(durationOfSeconds)).toEqual([
    'PT0S',
    'PT2S',
    'PT1.3S',
    'PT1M30S',
    'PT1H',
    'PT1H2M5S',
  ]);
});

const definition: Definition = {
  key: 'pay',
  name: 'Pay',
  subject: { type: 'order' },
  steps: [
    { key: 'start', type: 'START' },
    { key: 'paying', type: 'AUTOMATED', activities: [], onFailure: 'compensate' },
    { key: 'end', type: 'END', outcome: 'done' },
  ],
  transitions: [
    { key: 'any', from: 'paying', to: 'end', on: { error: true } },
    { key: 'one', from: 'paying', to: 'start', on: { error: 'http_404' } },
  ],
};
const activity = ['steps', 1, 'activities', 0, 'retry'];

test('after the last try an error takes its own way, else any error’s, and then nothing else happens', () => {
  expect(failureWays(definition, activity)).toEqual({
    ways: [
      { code: 'http_404', to: 'start' },
      { code: null, to: 'end' },
    ],
    otherwise: null,
  });
});

test('without a way for every error, the step’s own policy holds, and needing attention where it has none', () => {
  const some = { ...definition, transitions: definition.transitions.slice(1) };
  expect(failureWays(some, activity).otherwise).toBe('compensate');
  expect(failureWays(some, ['transitions', 0, 'activities', 0, 'retry'])).toEqual({
    ways: [],
    otherwise: 'needs_attention',
  });
  expect(failureWays(some, ['compensations', 0, 'retry']).otherwise).toBe('compensation');
});
