import { describe, expect, it } from 'vitest';
import { hoursText, readHours } from './hours-text';

describe('hours as people type them', () => {
  it.each([
    ['', []],
    ['9-17', [{ from: '09:00', to: '17:00' }]],
    [
      '09:00–12:00, 13:15 - 18.00',
      [
        { from: '09:00', to: '12:00' },
        { from: '13:15', to: '18:00' },
      ],
    ],
    ['0-24', [{ from: '00:00', to: '24:00' }]],
    ['from nine', null],
    ['9-12-17', null],
  ])('%s', (text, spans) => {
    expect(readHours(text)).toEqual(spans);
    if (spans) expect(readHours(hoursText(spans))).toEqual(spans);
  });
});
