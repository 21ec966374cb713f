import { called } from './graph';
import { error, type Rule } from './model';

/** Every fork has a join that ends its branches. */
export const forkWithoutJoin: Rule = ({ definition }) => {
  const joined = new Set(definition.steps.map((step) => (step.type === 'PARALLEL_JOIN' ? step.fork : null)));
  return definition.steps.flatMap((step, index) =>
    step.type !== 'PARALLEL_FORK' || joined.has(step.key)
      ? []
      : [
          error(
            'fork_without_join',
            `/steps/${index}`,
            step.key,
            `No join ends the branches that the fork ${called(step)} opens.`,
            `Add a PARALLEL_JOIN with \`fork: "${step.key}"\` where they come together.`,
          ),
        ],
  );
};

/** Every join names a fork. */
export const joinWithoutFork: Rule = ({ definition, graph }) =>
  definition.steps.flatMap((step, index) =>
    step.type !== 'PARALLEL_JOIN' || graph.steps.get(step.fork)?.type === 'PARALLEL_FORK'
      ? []
      : [
          error(
            'join_without_fork',
            `/steps/${index}/fork`,
            step.key,
            `The join ${called(step)} names "${step.fork}", which is no PARALLEL_FORK.`,
            'Name the fork whose branches it ends.',
          ),
        ],
  );
