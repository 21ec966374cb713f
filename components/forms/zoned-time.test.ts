import { describe, expect, it } from 'vitest';
import { fromControl, toControl } from './zoned-time';

describe('date and time in a zone', () => {
  it('shows an instant as the wall clock there', () => {
    expect(toControl('2026-07-01T12:30:00Z', 'Europe/Berlin')).toBe('2026-07-01T14:30');
    expect(toControl('2026-12-01T12:30:00Z', 'Europe/Berlin')).toBe('2026-12-01T13:30');
  });

  it('takes what is entered as the wall clock there', () => {
    expect(fromControl('2026-07-01T14:30', 'Europe/Berlin')).toBe('2026-07-01T12:30:00Z');
  });

  it('moves an hour that a change of clocks left out', () => {
    expect(fromControl('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00Z');
  });

  it('has nothing for what is no instant', () => {
    expect(toControl('soon', 'Europe/Berlin')).toBe('');
    expect(fromControl('', 'Europe/Berlin')).toBeUndefined();
  });
});
