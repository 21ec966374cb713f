import { expect, test } from 'vitest';
import { csvLine } from './export';

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['  =1', "'  =1"],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['=cmd|"/c"', '"\'=cmd|""/c"""'],
  ['plain', 'plain'],
  ['two\nlines', '"two\nlines"'],
])('a cell with %j is no formula and no break of the file', (value, cell) => {
  expect(csvLine([value])).toBe(`${cell}\r\n`);
});

test('a number stays a number, also below zero', () => {
  expect(csvLine([-5, null, 2.5])).toBe('-5,,2.5\r\n');
});
