import { expect, it } from 'vitest';
import { laterTime } from './later-times';

// A Wednesday and a Sunday, by the clock of this machine.
it.each([
  ['hours', new Date(2026, 2, 4, 22, 15), new Date(2026, 2, 5, 1, 15)],
  ['tomorrow', new Date(2026, 2, 4, 22, 15), new Date(2026, 2, 5, 9)],
  ['monday', new Date(2026, 2, 4, 22, 15), new Date(2026, 2, 9, 9)],
  ['monday', new Date(2026, 2, 8, 8, 0), new Date(2026, 2, 9, 9)],
  ['monday', new Date(2026, 2, 9, 8, 0), new Date(2026, 2, 16, 9)],
  ['week', new Date(2026, 2, 4, 22, 15), new Date(2026, 2, 11, 9)],
] as const)('%s from %s is %s', (choice, now, expected) => {
  expect(laterTime(choice, now)).toEqual(expected);
});
