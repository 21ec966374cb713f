import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationSchema } from '@/lib/engine/definition/primitives';
import { rungSchema } from '@/lib/engine/definition/step-schema';
import { durationText, durationUnits, offsetParts, offsetText, oneUnit } from './one-unit';

const parts = fc.record({ count: fc.nat(9999).map(String), unit: fc.constantFrom(...durationUnits) });

test('a number and a unit are a duration that can be saved, and read back as the same', () => {
  fc.assert(
    fc.property(parts, (one) => {
      expect(durationSchema.safeParse(durationText(one)).success).toBe(true);
      expect(oneUnit(durationText(one))).toEqual(one);
    }),
  );
});

test('a duration of several units, or what is none yet, stays a text', () => {
  for (const text of ['P1DT2H', 'PT1.5S', '', 'P', '30', 'PD', 'P01D']) expect(oneUnit(text)).toBe(null);
});

test('months are not taken for minutes', () => {
  expect(oneUnit('P2M')).toEqual({ count: '2', unit: 'months' });
  expect(oneUnit('PT2M')).toEqual({ count: '2', unit: 'minutes' });
});

test('an offset reads as before, at or after the deadline, and is stored as it was', () => {
  expect(offsetParts('PT0S')).toEqual({ side: 'at', duration: 'PT0S' });
  fc.assert(
    fc.property(parts, fc.boolean(), (one, back) => {
      const text = (back ? '-' : '') + durationText(one);
      fc.pre(!/^-?PT0S$/.test(text));
      expect(offsetText(offsetParts(text))).toBe(text);
      expect(rungSchema.shape.at.safeParse(text).success).toBe(true);
    }),
  );
});

test('a rung that is put before the deadline gets a time to be before it', () => {
  expect(offsetText({ side: 'before', duration: 'PT0S' })).toBe('-P1D');
});
