import type { Definition } from '@/lib/engine/definition/schema';

/** The keys of all activities of a definition, which have to differ, and of its compensations. */
export function activityKeys({ steps, transitions, compensations = [] }: Definition): string[] {
  return [
    ...steps.flatMap((step) => (step.type === 'AUTOMATED' ? step.activities : [])),
    ...transitions.flatMap(({ activities = [] }) => activities),
    ...compensations,
  ].map(({ key }) => key);
}
