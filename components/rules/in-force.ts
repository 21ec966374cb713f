import type { RuleRow } from '@/lib/rules/schema';

/** The value that holds at an instant (milliseconds since 1970); undefined where none does. */
export function inForceAt(values: readonly RuleRow[], at: number): RuleRow | undefined {
  return values.find(({ effectiveFrom, effectiveTo }) => {
    const ended = effectiveTo !== null && Date.parse(effectiveTo) <= at;
    return Date.parse(effectiveFrom) <= at && !ended;
  });
}

/** The next value that will hold after an instant. */
export function nextAfter(values: readonly RuleRow[], at: number): RuleRow | undefined {
  return values.find(({ effectiveFrom }) => Date.parse(effectiveFrom) > at);
}

/** Whether a value held, holds or will hold at an instant. */
export function statusAt({ effectiveFrom, effectiveTo }: RuleRow, at: number): 'past' | 'present' | 'future' {
  if (Date.parse(effectiveFrom) > at) return 'future';
  return effectiveTo !== null && Date.parse(effectiveTo) <= at ? 'past' : 'present';
}
