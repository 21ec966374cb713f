import { describe, expect, it } from 'vitest';
import { durationParts } from './duration-parts';

describe('a duration in parts', () => {
  it('tells months from minutes', () => {
    expect(durationParts('P1M')).toEqual([{ unit: 'months', count: 1 }]);
    expect(durationParts('PT1M')).toEqual([{ unit: 'minutes', count: 1 }]);
    expect(durationParts('P1DT2H0.5S')).toEqual([
      { unit: 'days', count: 1 },
      { unit: 'hours', count: 2 },
      { unit: 'seconds', count: 0.5 },
    ]);
  });

  it('knows business time', () => {
    expect(durationParts('P3BD')).toEqual([{ unit: 'businessDays', count: 3 }]);
    expect(durationParts('PT4BH')).toEqual([{ unit: 'businessHours', count: 4 }]);
  });
});
