import type { Definition } from './definition/schema';
import type { Person, Vote } from './snapshot';

/** A vote on a task, with the step of the task. */
export type StepVote = { readonly step: string; readonly vote: Pick<Vote, 'person' | 'onBehalfOf'> };

/**
 * Who decided other tasks of the request and therefore may not decide this one, where its step asks for that
 * (`who.notDecidersOf`). One who was stood in for counts as well as their deputy.
 * @param votes those on the other tasks of the instance
 */
export function earlierDeciders(
  definition: Definition,
  step: string,
  votes: readonly StepVote[],
): readonly Person[] {
  const counted = stepsThatCount(definition, step);
  if (counted === null) return [];
  return votes
    .filter((one) => counted === 'all' || counted.includes(one.step))
    .flatMap(({ vote }) => (vote.onBehalfOf ? [vote.person, vote.onBehalfOf] : [vote.person]));
}

/** The steps whose deciders may not decide in this one; null where it does not matter. */
export function stepsThatCount({ steps }: Definition, key: string): 'all' | readonly string[] | null {
  const step = steps.find((one) => one.key === key);
  return step?.type === 'USER_TASK' ? (step.who.notDecidersOf ?? null) : null;
}
