import { endKey } from './definition-from-log';

export type ForeignMove = {
  /** Index of the event in whose task it is tried. */
  readonly at: number;
  /** Key of the step towards which it goes. */
  readonly to: string;
};

/**
 * A move that the log never makes: from one of the case's activities towards a step that never follows it.
 * `turn` spreads the choice over the cases. Where each activity of the case is followed by every other
 * somewhere in the log, only the way back to the start is left.
 */
export function foreignMove(
  path: readonly string[],
  outcomes: ReadonlyMap<string, ReadonlySet<string>>,
  turn: number,
): ForeignMove {
  const all = [...outcomes.keys(), endKey];
  for (let offset = 0; offset < path.length; offset += 1) {
    const at = (turn + offset) % path.length;
    const follows = outcomes.get(path[at] as string);
    const foreign = all.filter((step) => !follows?.has(step));
    const to = foreign[turn % foreign.length];
    if (to !== undefined) return { at, to };
  }
  return { at: turn % path.length, to: 'start' };
}
