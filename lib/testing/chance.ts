/** A whole number from 0 to below `below`. */
export type Chance = (below: number) => number;

/** Numbers that look like chance and are the same in every run with the same seed (a linear congruence). */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
