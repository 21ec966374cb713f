import type { Activity } from './activity-schema';
import { Graph } from './lint/graph';
import type { Definition } from './schema';

/** An activity that may have been done, where it stands, and what undoes it. */
export type Undoable = {
  readonly activity: Activity;
  /** The step in which, or on the way out of which, it is done. */
  readonly step: string;
  readonly onTheWayOut: boolean;
  /** Undoes it; null where nothing does. */
  readonly compensation: Activity | null;
};

export type UndoOrder = {
  /** What is undone, in the order in which that happens when all of it was done. */
  readonly undone: readonly Undoable[];
  /** What stays, in the order in which it is done: it cannot be undone, or names no compensation. */
  readonly stays: readonly Undoable[];
};

/**
 * In which order a drawn process is undone (DESIGN 11): the latest first. Of ways that exclude each other, and of branches
 * whose end nobody knows beforehand, the order is that of the drawing; of a loop, that of its first round.
 * @param at a COMPENSATE step: only what can have been done before it, as far as its scope goes; left out, everything
 */
export function undoOrder(definition: Definition, at?: string): UndoOrder {
  const graph = new Graph(definition);
  const target = at === undefined ? undefined : graph.steps.get(at);
  const before = target && graph.leadingTo(graph.incoming(target.key).map(({ from }) => from));
  const scope = target?.type === 'COMPENSATE' && Array.isArray(target.scope) ? target.scope : null;
  const compensations = new Map((definition.compensations ?? []).map((one) => [one.key, one]));
  const done = inOrder(graph, definition).flatMap((key): Undoable[] => {
    const step = graph.steps.get(key)!;
    if (before && !before.has(key)) return [];
    const found = (activity: Activity, onTheWayOut: boolean): Undoable => ({
      activity,
      step: key,
      onTheWayOut,
      compensation:
        activity.irreversible === true || activity.compensation === undefined
          ? null
          : (compensations.get(activity.compensation) ?? null),
    });
    const within = step.type === 'AUTOMATED' ? step.activities.map((one) => found(one, false)) : [];
    const leaving = graph
      .outgoing(key)
      .filter(({ to }) => !before || to === at || before.has(to))
      .flatMap(({ activities = [] }) => activities.map((one) => found(one, true)));
    return [...within, ...leaving];
  });
  const inScope = done.filter(
    ({ activity, step }) => !scope || scope.includes(activity.key) || scope.includes(step),
  );
  return {
    undone: inScope.filter(({ compensation }) => compensation !== null).reverse(),
    stays: inScope.filter(({ compensation }) => compensation === null),
  };
}

/** The steps that a request can come to, each behind all that leads to it, but for loops. */
function inOrder(graph: Graph, { steps }: Definition): string[] {
  const seen = new Set<string>();
  const order: string[] = [];
  for (const { key: start } of steps.filter(({ type }) => type === 'START')) {
    const open: { readonly key: string; readonly next: Iterator<string> }[] = [];
    const enter = (key: string) => {
      if (seen.has(key) || !graph.steps.has(key)) return;
      seen.add(key);
      // The last way first, so that in the reversed order the first way stands first.
      const targets = graph.outgoing(key).map(({ to }) => to);
      open.push({ key, next: targets.reverse()[Symbol.iterator]() });
    };
    enter(start);
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const { done, value } = top.next.next();
      if (!done) enter(value);
      else {
        order.push(top.key);
        open.pop();
      }
    }
  }
  return order.reverse();
}
