import type { UserTaskStep } from '@/lib/engine/definition/step-schema';
import type { Vote } from '@/lib/engine/snapshot';
import { verdict } from './quorum';

/** How the votes on a task stand, and what could still end it. */
export type Tally = {
  /** Positive votes that are needed. */
  readonly required: number;
  /** How many people decide in all; null where that is not said. */
  readonly of: number | null;
  readonly veto: boolean;
  readonly allMustAnswer: boolean;
  readonly given: { readonly positive: number; readonly negative: number; readonly neutral: number };
  /** Votes that may still come; null where their number is not said. */
  readonly missing: number | null;
  /** For each outcome that can still end the task: how many more votes for it would. */
  readonly open: readonly { readonly outcome: string; readonly votes: number }[];
};

/**
 * Counts the votes on an open task, and finds by the very rule that ends it (`verdict`) what each outcome still needs when
 * all that come now choose it.
 */
export function tally(step: UserTaskStep, votes: readonly Vote[]): Tally {
  const { required, of = null, veto = false, allMustAnswer = false } = step.approvals ?? { required: 1 };
  const kinds = votes.map((vote) => step.outcomes.find(({ key }) => key === vote.outcome)?.kind ?? 'neutral');
  const count = (kind: (typeof kinds)[number]) => kinds.filter((one) => one === kind).length;
  const missing = of === null ? null : Math.max(of - votes.length, 0);
  return {
    required,
    of,
    veto,
    allMustAnswer,
    given: { positive: count('positive'), negative: count('negative'), neutral: count('neutral') },
    missing,
    open: step.outcomes.flatMap(({ key }) => {
      const needed = votesNeeded(step, votes, key, missing ?? required);
      return needed === null ? [] : [{ outcome: key, votes: needed }];
    }),
  };
}

function votesNeeded(
  step: UserTaskStep,
  votes: readonly Vote[],
  outcome: string,
  most: number,
): number | null {
  for (let more = 1; more <= most; more += 1) {
    const result = verdict(step, [...votes, ...Array.from({ length: more }, () => imagined(outcome))]);
    if (result !== null) return result === outcome ? more : null;
  }
  return null;
}

/** The rule looks at nothing but the outcome. */
function imagined(outcome: string): Vote {
  return {
    person: { id: '', name: '', email: '' },
    onBehalfOf: null,
    outcome,
    reason: null,
    form: {},
    at: '',
  };
}
