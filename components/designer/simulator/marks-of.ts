import type { StepMark } from '@/components/diagram/contract';
import { reachedBy } from '@/lib/engine/simulation/coverage';
import { historyOf, present, type Simulation } from '@/lib/engine/simulation/simulation';

/** Where a simulated instance is and has been, for its drawing. */
export function marksOf(simulation: Simulation): Record<string, StepMark> {
  const { stays, incidents, status } = present(simulation);
  const marks: Record<string, StepMark> = {};
  for (const { subject, to, type } of historyOf(simulation)) {
    if (subject !== 'state' || to === null || type === 'STEP_EXITED') continue;
    marks[to] = { kind: 'done', visits: (marks[to]?.visits ?? 0) + 1 };
  }
  const broken = new Set(
    Object.values(incidents).flatMap(({ closedAt, step }) => (closedAt === null && step ? [step] : [])),
  );
  for (const { step, exitedAt } of Object.values(stays)) {
    if (exitedAt !== null || status === 'completed') continue;
    const failed = broken.has(step) || status === 'failed';
    marks[step] = { kind: failed ? 'failed' : 'waiting', visits: marks[step]?.visits ?? 1 };
  }
  return marks;
}

/** Keys of the transitions that it has taken. */
export function takenIn(simulation: Simulation): string[] {
  return [...reachedBy(simulation).transitions];
}
