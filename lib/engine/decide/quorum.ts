import type { Outcome, UserTaskStep } from '@/lib/engine/definition/step-schema';
import type { Vote } from '@/lib/engine/snapshot';

/**
 * The outcome that the votes on a task have come to, or null while others must decide (DESIGN 9).
 * - One approval needed (the usual case): the first vote decides.
 * - With `veto`, the first negative vote ends it.
 * - An outcome that `required` people chose ends it, as do `required` positive votes together; then the positive outcome
 *   with most votes stands, the later one among equals.
 * - When so many of the `of` people have decided that `required` positive votes cannot come any more, it ends negative.
 * - With `allMustAnswer` nothing ends it before all `of` people have decided.
 */
export function verdict(step: UserTaskStep, votes: readonly Vote[]): string | null {
  const last = votes.at(-1);
  if (!last) return null;
  const { required, of, veto = false, allMustAnswer = false } = step.approvals ?? { required: 1 };
  const missing = of === undefined ? Infinity : of - votes.length;
  if (allMustAnswer && of !== undefined && missing > 0) return null;

  const kindOf = (vote: Vote) => step.outcomes.find(({ key }) => key === vote.outcome)?.kind;
  const negative = votes.filter((vote) => kindOf(vote) === 'negative');
  const positive = votes.filter((vote) => kindOf(vote) === 'positive');
  if (veto && negative.length > 0) return mostChosen(negative);
  if (positive.length >= required) return mostChosen(positive);
  const agreed = votes.filter((vote) => vote.outcome === last.outcome);
  if (agreed.length >= required) return last.outcome;
  if (positive.length + missing < required)
    return mostChosen(negative) ?? firstNegative(step.outcomes) ?? last.outcome;
  return null;
}

/** The outcome with most votes; the one voted for last among equals. */
function mostChosen(votes: readonly Vote[]): string | null {
  const count = (outcome: string) => votes.filter((vote) => vote.outcome === outcome).length;
  return votes.reduce<string | null>(
    (best, { outcome }) => (best === null || count(outcome) >= count(best) ? outcome : best),
    null,
  );
}

function firstNegative(outcomes: readonly Outcome[]): string | null {
  return outcomes.find(({ kind }) => kind === 'negative')?.key ?? null;
}
