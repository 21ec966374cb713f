import type { Finding } from '@/lib/engine/definition/finding';
import type { Definition, Transition } from '@/lib/engine/definition/schema';
import { type Graph, called } from './graph';
import { error, type Rule } from './model';

/**
 * Branches begin at their fork and end at its join, or at an END: no transition leads into the branches of a fork, out
 * of them or back to the fork past its join. So each step stands in the branches of one fork, or on the main line.
 */
export const crossesFork: Rule = ({ definition, graph }) => {
  const places = new Map(definition.transitions.map((transition, index) => [transition, index]));
  return crossing(definition, graph).map(([transition, words]): Finding => {
    const to = graph.steps.get(transition.to) ?? { key: transition.to };
    return error(
      'crosses_fork',
      `/transitions/${places.get(transition) ?? 0}/to`,
      transition.key,
      `The transition ${called(transition)} comes to ${called(to)} ${words}.`,
      'Enter branches through their fork only, and lead each of them to the join of its own fork or to an END.',
    );
  });
};

/** Walks from the START and gives each step the fork in whose branches it stands (null: the main line). */
function crossing(definition: Definition, graph: Graph): [Transition, string][] {
  const start = definition.steps.find(({ type }) => type === 'START');
  if (!start) return [];
  const standsIn = new Map<string, string | null>([[start.key, null]]);
  const open = [start.key];
  const found: [Transition, string][] = [];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const inside = graph.steps.get(key)?.type === 'PARALLEL_FORK' ? key : (standsIn.get(key) ?? null);
    for (const transition of [...graph.outgoing(key), ...graph.repairs(key)]) {
      const to = graph.steps.get(transition.to);
      if (!to || to.type === 'END') continue;
      const known = standsIn.get(to.key);
      if (to.type === 'PARALLEL_JOIN') {
        if (graph.steps.get(to.fork)?.type !== 'PARALLEL_FORK') continue;
        if (to.fork !== inside) {
          found.push([transition, `from outside the branches of "${to.fork}", which it joins`]);
        } else if (known === undefined) {
          standsIn.set(to.key, standsIn.get(to.fork) ?? null);
          open.push(to.key);
        }
      } else if (known === undefined) {
        standsIn.set(to.key, inside);
        open.push(to.key);
      } else if (known !== inside) {
        found.push([transition, `from ${wordsOf(inside)}, and others come to it from ${wordsOf(known)}`]);
      }
    }
  }
  return found;
}

function wordsOf(fork: string | null): string {
  return fork === null ? 'outside all forks' : `the branches of "${fork}"`;
}
