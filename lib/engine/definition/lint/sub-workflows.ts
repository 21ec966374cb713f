import type { Step } from '@/lib/engine/definition/step-schema';
import { called, type Graph } from './graph';
import { error, type Rule } from './model';

/**
 * A process that starts itself can come to an end without doing so. Where the list of a `forEach` may be empty, it can; a
 * process that starts itself by way of another is stopped when it runs, at a depth.
 */
export const endlessRecursion: Rule = ({ definition, graph }) => {
  const itself = (step: Step): boolean =>
    step.type === 'SUB_WORKFLOW' && step.definition === definition.key && step.forEach === undefined;
  if (!definition.steps.some(itself) || endsWithout(graph, itself)) return [];
  return definition.steps.flatMap((step, index) =>
    itself(step)
      ? [
          error(
            'endless_recursion',
            `/steps/${index}/definition`,
            step.key,
            `Every way to an END leads through ${called(step)}, which starts this process again: no instance would ever end.`,
            'Decide before the step whether another one is needed, and lead past it where not.',
          ),
        ]
      : [],
  );
};

/** The item of a `forEach` has a name of its own, which expressions can say. */
export const itemNameTaken: Rule = ({ definition }) =>
  definition.steps.flatMap((step, index) => {
    const name = step.type === 'SUB_WORKFLOW' ? step.forEach?.as : undefined;
    if (name === undefined || (!taken.has(name) && !name.includes('-'))) return [];
    const problem = taken.has(name) ? 'means something else already' : 'reads as a subtraction';
    return [
      error(
        'item_name_taken',
        `/steps/${index}/forEach/as`,
        step.key,
        `In ${called(step)}, the item is called "${name}", which ${problem} in expressions.`,
        'Choose another name, like "item" or "line_item".',
      ),
    ];
  });

const taken: ReadonlySet<string> = new Set([
  'context',
  'input',
  'rules',
  'instance',
  'task',
  'signal',
  'result',
  'secrets',
]);

/** Whether an END can be reached from the START without one of these steps. */
function endsWithout(graph: Graph, excluded: (step: Step) => boolean): boolean {
  const open = [...graph.steps.values()].filter(({ type }) => type === 'START');
  const seen = new Set(open.map(({ key }) => key));
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    if (step.type === 'END') return true;
    if (excluded(step)) continue;
    for (const { to } of graph.outgoing(step.key)) {
      const next = graph.steps.get(to);
      if (next === undefined || seen.has(to)) continue;
      seen.add(to);
      open.push(next);
    }
  }
  return false;
}
