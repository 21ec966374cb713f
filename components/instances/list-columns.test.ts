import { expect, test } from 'vitest';
import { readColumns, usualColumns, writeColumns } from './list-columns';

test('chosen columns stand in the address; the usual ones leave it clean', () => {
  expect(writeColumns(['error', 'state'])).toBe('state,error');
  expect(readColumns('error,state')).toEqual(['state', 'error']);
  expect(writeColumns(usualColumns)).toBeUndefined();
  expect(writeColumns([])).toBeUndefined();
});

test('an address that names none that exists shows the usual ones', () => {
  expect(readColumns(undefined)).toBe(usualColumns);
  expect(readColumns('colour,,')).toBe(usualColumns);
});
