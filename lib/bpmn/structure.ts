import { type BpmnElement, kindOf } from './element';
import { eventOf } from './events';
import type { Flow, Graph } from './graph';
import type { Notes } from './notes';

/**
 * Makes a BPMN graph one that steps can stand for: several flows out of a task are a fork, a gateway that joins and opens
 * becomes two, the events behind an event gateway become ways out of one wait.
 */
export function restructure(graph: Graph, notes: Notes): void {
  oneStart(graph, notes);
  for (const id of [...graph.nodes.keys()]) {
    mergeEvents(graph, id, notes);
    splitGateway(graph, id);
    openImplicitFork(graph, id);
  }
}

/** The first start stays; flows out of the others have nowhere to come from. */
function oneStart(graph: Graph, notes: Notes): void {
  const starts = [...graph.nodes.values()].filter(
    ({ element, passage }) => !passage && kindOf(element) === 'StartEvent',
  );
  const plain = starts.find(({ element }) => eventOf(element).kind === 'none') ?? starts[0];
  for (const { id, element } of starts) {
    if (id === plain?.id) continue;
    notes.lost(
      element,
      'a process has one start.',
      'Begin with a decision by a field of the input, and lead on from there.',
    );
    graph.remove(id);
  }
}

const parallel = /^(Parallel|Inclusive)Gateway$/;

function splitGateway(graph: Graph, id: string): void {
  const node = graph.nodes.get(id);
  if (!node || !parallel.test(kindOf(node.element))) return;
  if (graph.into(id).length < 2 || graph.outOf(id).length < 2) return;
  const second = `${id}:out`;
  graph.nodes.set(second, { ...node, id: second });
  graph.flows = [
    ...graph.flows.map((flow) => (flow.from === id ? { ...flow, from: second } : flow)),
    { id: `${id}:through`, element: null, from: id, to: second },
  ];
}

/** Several flows out of what is no gateway are taken at once (BPMN 2.0, 13.2); with conditions, those whose condition holds. */
function openImplicitFork(graph: Graph, id: string): void {
  const node = graph.nodes.get(id);
  const out = graph.outOf(id).filter(({ on }) => on === undefined);
  if (!node || /Gateway$/.test(kindOf(node.element)) || node.passage || out.length < 2) return;
  const fork = `${id}:fork`;
  const conditional = out.some(({ condition }) => condition !== undefined);
  const $type = conditional ? 'bpmn:InclusiveGateway' : 'bpmn:ParallelGateway';
  graph.nodes.set(fork, { id: fork, element: { $type, id: fork }, lane: node.lane });
  graph.flows = [
    ...graph.flows.map((flow) => (out.includes(flow) ? { ...flow, from: fork } : flow)),
    { id: `${id}:to-fork`, element: null, from: id, to: fork },
  ];
}

/** An event gateway and the events behind it are one wait with several ways out: whichever comes first. */
function mergeEvents(graph: Graph, id: string, notes: Notes): void {
  const node = graph.nodes.get(id);
  if (!node || kindOf(node.element) !== 'EventBasedGateway') return;
  const events = graph.outOf(id).flatMap(({ to }) => graph.nodes.get(to) ?? []);
  const signals = events.filter(
    ({ element }) => 'signal' in eventOf(element) || kindOf(element) === 'ReceiveTask',
  );
  const timers = events.filter(({ element }) => eventOf(element).kind === 'timer');
  const first = signals[0] ?? timers[0];
  if (!first) return;
  const others = events.filter((event) => event !== first);
  const ways: Flow[] = [];
  for (const event of others) {
    const way = eventOf(event.element);
    const on =
      'signal' in way
        ? { signal: way.signal }
        : way.kind === 'timer'
          ? ({ deadline: 'maxAge' } as const)
          : null;
    if (!on || (way.kind === 'timer' && event !== timers[0]))
      notes.lost(
        event.element,
        'the wait before it has another way out of this kind already.',
        'Put it into a step of its own.',
      );
    else
      ways.push(
        ...graph
          .outOf(event.id)
          .map((flow) => ({ ...flow, from: first.id, name: event.element.name ?? flow.name, on })),
      );
  }
  const [timer] = timers;
  if (timer && timer !== first) graph.nodes.set(first.id, { ...first, maxAge: ageOf(timer.element, notes) });
  const into = graph.into(id).map((flow) => ({ ...flow, to: first.id }));
  for (const { id: other } of others) graph.remove(other);
  graph.remove(id);
  graph.flows.push(...into, ...ways);
}

/** How long a step may last by a timer event at it. */
export function ageOf(element: BpmnElement, notes: Notes): string {
  const event = eventOf(element);
  if (event.kind === 'timer' && event.timer && 'duration' in event.timer) return event.timer.duration;
  const text = event.kind === 'timer' ? event.text : '';
  notes.replaced(
    element,
    `its time “${text}” is no duration.`,
    'Write the maximum age of the step as a duration; it is one day now.',
  );
  return 'P1D';
}

/** Which fork each join ends: the nearest one of which at least two ways lead to it. @returns join id → fork id */
export function forksOfJoins(graph: Graph): Map<string, string> {
  const gateways = [...graph.nodes.values()].filter(({ element }) => parallel.test(kindOf(element)));
  const opening = gateways.filter(({ id }) => graph.outOf(id).length > 1);
  const joining = gateways.filter(({ id }) => graph.into(id).length > 1 && graph.outOf(id).length <= 1);
  const reach = new Map(
    opening.map(({ id }) => [id, graph.outOf(id).map(({ to }) => new Set([to, ...graph.reachable(to)]))]),
  );
  const found = new Map<string, string>();
  const taken = new Set<string>();
  // Inner ones first: a join that few forks lead to cannot choose.
  const candidates = joining
    .map(({ id }) => ({
      id,
      forks: opening
        .filter((fork) => reach.get(fork.id)!.filter((ways) => ways.has(id)).length > 1)
        .sort((left, right) => graph.reachable(left.id).size - graph.reachable(right.id).size),
    }))
    .sort((left, right) => left.forks.length - right.forks.length);
  for (const { id, forks } of candidates) {
    const fork = forks.find((one) => !taken.has(one.id));
    if (!fork) continue;
    taken.add(fork.id);
    found.set(id, fork.id);
  }
  return found;
}
