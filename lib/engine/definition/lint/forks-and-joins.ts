import { called, triggerName } from './graph';
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

/** A fork has one join: where the line that forked goes on. */
export const severalJoins: Rule = ({ definition, graph }) => {
  const joined = new Set<string>();
  return definition.steps.flatMap((step, index) => {
    if (step.type !== 'PARALLEL_JOIN') return [];
    const fork = graph.steps.get(step.fork);
    if (fork?.type !== 'PARALLEL_FORK' || !joined.has(step.fork)) {
      joined.add(step.fork);
      return [];
    }
    return [
      error(
        'several_joins',
        `/steps/${index}/fork`,
        step.key,
        `The join ${called(step)} is a second one for the fork ${called(fork)}.`,
        'Leave one join to each fork; lead its branches to that one.',
      ),
    ];
  });
};

/** A fork that opens all its branches asks no condition, so it may name none. */
export const forkConditionIgnored: Rule = ({ definition, graph }) =>
  definition.transitions.flatMap((transition, index) => {
    const fork = graph.steps.get(transition.from);
    if (fork?.type !== 'PARALLEL_FORK' || fork.mode === 'matching') return [];
    if (triggerName(transition.on) !== 'completion') return [];
    const said = transition.when === undefined ? (transition.default ? 'default' : null) : 'when';
    if (said === null) return [];
    return [
      error(
        'fork_condition_ignored',
        `/transitions/${index}/${said}`,
        transition.key,
        `The fork ${called(fork)} opens all its branches, so the ${said === 'when' ? 'condition' : 'default'} of ${called(transition)} would be ignored.`,
        'Give the fork the mode `matching`, or leave it out.',
      ),
    ];
  });
