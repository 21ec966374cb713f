import { called, waitingTypes, type Graph } from './graph';
import { error, type Model, type Rule } from './model';

/** No cycle without a wait or a task in it: an instance in it would run round for ever without anybody noticing. */
export const automaticLoop: Rule = (model) =>
  automaticCycles(model).map((steps) => {
    const position = (key: string) => model.graph.positions.get(key) ?? 0;
    const first = steps.reduce((least, key) => (position(key) < position(least) ? key : least));
    const step = model.graph.steps.get(first) ?? { key: first };
    const others = steps.filter((key) => key !== first);
    return error(
      'automatic_loop',
      `/steps/${position(first)}`,
      first,
      others.length === 0
        ? `The step ${called(step)} leads to itself, and nothing waits in between.`
        : `The steps "${[first, ...others].slice(0, 8).join('", "')}" lead round in a circle in which nothing waits.`,
      'Put a task or a wait into the circle, or lead the way out of it.',
    );
  });

function automaticCycles({ definition, graph }: Model): string[][] {
  const automatic = new Set(
    definition.steps
      .filter((step) => !waitingTypes.has(step.type) && step.type !== 'END')
      .map((step) => step.key),
  );
  return stronglyConnected(automatic, graph).filter(
    (steps) => steps.length > 1 || graph.outgoing(steps[0] ?? '').some(({ to }) => to === steps[0]),
  );
}

/** Tarjan's algorithm, without recursion, for a definition may be a chain of a thousand steps. */
function stronglyConnected(within: ReadonlySet<string>, graph: Graph): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const components: string[][] = [];

  for (const root of within) {
    if (order.has(root)) continue;
    const work: { readonly key: string; next: number }[] = [{ key: root, next: 0 }];
    for (let frame = work.at(-1); frame !== undefined; frame = work.at(-1)) {
      const { key } = frame;
      if (frame.next === 0) {
        order.set(key, order.size);
        low.set(key, order.get(key) ?? 0);
        stack.push(key);
        onStack.add(key);
      }
      const to = graph.outgoing(key)[frame.next++]?.to;
      if (to !== undefined) {
        if (!within.has(to)) continue;
        if (!order.has(to)) work.push({ key: to, next: 0 });
        else if (onStack.has(to)) lower(low, key, order.get(to));
        continue;
      }
      work.pop();
      const parent = work.at(-1);
      if (parent !== undefined) lower(low, parent.key, low.get(key));
      if (low.get(key) === order.get(key)) components.push(popUntil(key, stack, onStack));
    }
  }
  return components;
}

function popUntil(key: string, stack: string[], onStack: Set<string>): string[] {
  const component: string[] = [];
  for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
    onStack.delete(member);
    component.push(member);
    if (member === key) break;
  }
  return component.reverse();
}

function lower(low: Map<string, number>, key: string, to: number | undefined): void {
  if (to !== undefined) low.set(key, Math.min(low.get(key) ?? to, to));
}
