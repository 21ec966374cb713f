import type { Outcome } from '@/lib/engine/definition/step-schema';

const rank = { positive: 0, neutral: 1, negative: 2 } as const;

/** Positive first, negative last; otherwise as the definition has them. */
export function inOrder(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.toSorted((a, b) => rank[a.kind ?? 'neutral'] - rank[b.kind ?? 'neutral']);
}
