import { describe, expect, it } from 'vitest';
import type { RuleRow } from '@/lib/rules/schema';
import { inForceAt, nextAfter, statusAt } from './in-force';

const value = (id: string, effectiveFrom: string, effectiveTo: string | null): RuleRow => ({
  id,
  key: 'limit',
  value: 1,
  effectiveFrom,
  effectiveTo,
});
const values = [
  value('first', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'),
  value('second', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'),
  value('third', '2026-04-01T00:00:00.000Z', null),
];

describe('what a date gives', () => {
  it.each([
    ['2025-12-31T23:59:59Z', undefined, 'first'],
    ['2026-01-31T23:59:59Z', 'first', 'second'],
    ['2026-02-01T00:00:00Z', 'second', 'third'],
    ['2026-03-01T00:00:00Z', undefined, 'third'],
    ['2030-01-01T00:00:00Z', 'third', undefined],
  ])('%s', (at, now, next) => {
    const instant = Date.parse(at);

    expect(inForceAt(values, instant)?.id).toBe(now);
    expect(nextAfter(values, instant)?.id).toBe(next);
    expect(values.find((one) => statusAt(one, instant) === 'present')?.id).toBe(now);
  });
});
