import { type BpmnElement, kindOf, listOf, partOf, textOf } from './element';
import { type Flow, Graph } from './graph';
import type { Notes } from './notes';

const nodeKinds = /(Task|Event|Gateway|CallActivity|SubProcess|Transaction)$/;

/** What a process has besides nodes and flows. */
export type Collected = {
  readonly graph: Graph;
  readonly boundaries: readonly BpmnElement[];
  /** Id of an inner process → ids of the nodes in it. */
  readonly inners: ReadonlyMap<string, readonly string[]>;
  /** Id of what a compensation boundary event is at → the activity that undoes it. */
  readonly undoing: ReadonlyMap<string, BpmnElement>;
};

/** Lays a process open: inner processes become part of it. */
export function collect(process: BpmnElement, notes: Notes): Collected {
  const graph = new Graph();
  const boundaries: BpmnElement[] = [];
  const artifacts: BpmnElement[] = [];
  const lanes = lanesOf(process);
  const inners = new Map<string, readonly string[]>();
  addAll(process);
  graph.flows = graph.flows.map((flow) =>
    flow.element === null
      ? flow
      : {
          ...flow,
          from: inners.has(flow.from) ? `${flow.from}:end` : flow.from,
          to: inners.has(flow.to) ? `${flow.to}:begin` : flow.to,
        },
  );
  bypassLinks(graph, notes);
  for (const { id, passage } of [...graph.nodes.values()]) if (passage) graph.bypass(id);
  const undoing = new Map<string, BpmnElement>();
  return { graph, boundaries, inners, undoing: withUndoing() };

  function addAll(scope: BpmnElement): void {
    artifacts.push(...listOf(scope, 'artifacts'));
    for (const element of listOf(scope, 'flowElements')) {
      const kind = kindOf(element);
      if (kind === 'BoundaryEvent') boundaries.push(element);
      else if (kind === 'SubProcess' || kind === 'Transaction' || kind === 'AdHocSubProcess')
        addInner(element);
      else if (nodeKinds.test(kind) && element.id !== undefined)
        graph.nodes.set(element.id, { id: element.id, element, lane: lanes.get(element.id) });
      else if (kind === 'SequenceFlow') addFlow(element);
      else if (/^Data\w+Reference$/.test(kind))
        notes.lost(
          element,
          'data is no element of its own.',
          'Declare it as a field of the input, a form or an output.',
        );
    }
  }

  function addFlow(element: BpmnElement): void {
    const from = partOf(element, 'sourceRef');
    const to = partOf(element, 'targetRef');
    if (!from?.id || !to?.id || element.id === undefined) {
      notes.broken(element, 'This flow leads from or to nothing.', 'Draw it anew between two steps.');
      return;
    }
    const condition = partOf(element, 'conditionExpression');
    const isDefault = partOf(from, 'default')?.id === element.id;
    const flow: Flow = {
      id: element.id,
      element,
      from: from.id,
      to: to.id,
      name: textOf(element, 'name'),
      condition: textOf(condition, 'body'),
      isDefault,
    };
    graph.flows.push(flow);
  }

  /** The inner process between two passages, which are left out where one flow leads through them. */
  function addInner(element: BpmnElement): void {
    const id = element.id ?? '';
    if (element['triggeredByEvent'] === true)
      return notes.lost(
        element,
        'an inner process that an event begins is not taken over, nor is what is in it.',
        'Let a signal, an error or a deadline lead out of the steps that it is about.',
      );
    if (kindOf(element) === 'Transaction')
      notes.replaced(
        element,
        'a transaction is laid open.',
        'Name compensations and lead to a COMPENSATE step where it has to be undone.',
      );
    if (kindOf(element) === 'AdHocSubProcess')
      notes.replaced(
        element,
        'work in any order is laid open as it is drawn.',
        'Use a fork for what may happen in any order.',
      );
    if (partOf(element, 'loopCharacteristics'))
      notes.lost(
        element,
        'it runs once, not for each item or again and again.',
        'Make it a process of its own and start it with a SUB_WORKFLOW for each item.',
      );
    const entry = `${id}:begin`;
    const exit = `${id}:end`;
    graph.nodes.set(entry, { id: entry, element, passage: true, lane: lanes.get(id) });
    graph.nodes.set(exit, { id: exit, element, passage: true });
    const before = new Set(graph.nodes.keys());
    addAll(element);
    const inner = [...graph.nodes.values()].filter((node) => !before.has(node.id));
    inners.set(
      id,
      inner.map((node) => node.id),
    );
    if (inner.length === 0) {
      graph.flows.push(inside(`${id}:through`, entry, exit));
      return;
    }
    for (const node of inner) {
      const kind = kindOf(node.element);
      if (node.passage) continue;
      if (kind === 'StartEvent' && inScope(node.element, element)) {
        graph.flows.push(inside(`${node.id}:in`, entry, node.id));
        graph.nodes.set(node.id, { ...node, passage: true });
      } else if (
        kind === 'EndEvent' &&
        inScope(node.element, element) &&
        listOf(node.element, 'eventDefinitions').length === 0
      ) {
        graph.flows.push(inside(`${node.id}:out`, node.id, exit));
        graph.nodes.set(node.id, { ...node, passage: true });
      }
    }
  }

  function withUndoing(): ReadonlyMap<string, BpmnElement> {
    for (const association of artifacts.filter((one) => kindOf(one) === 'Association')) {
      const from = partOf(association, 'sourceRef');
      const to = partOf(association, 'targetRef');
      const at = from && kindOf(from) === 'BoundaryEvent' ? partOf(from, 'attachedToRef') : undefined;
      if (at?.id && to?.['isForCompensation'] === true) undoing.set(at.id, to);
    }
    return undoing;
  }
}

function inside(id: string, from: string, to: string): Flow {
  return { id, element: null, from, to };
}

function inScope(element: BpmnElement, scope: BpmnElement): boolean {
  return listOf(scope, 'flowElements').includes(element);
}

/** A link that throws leads to the link of the same name that catches. */
function bypassLinks(graph: Graph, notes: Notes): void {
  const links = [...graph.nodes.values()].flatMap(({ id, element }) => {
    const link = listOf(element, 'eventDefinitions').find((one) => kindOf(one) === 'LinkEventDefinition');
    return link ? [{ id, element, name: textOf(link, 'name') ?? textOf(element, 'name') ?? '' }] : [];
  });
  for (const { id, element, name } of links.filter(
    (one) => kindOf(one.element) === 'IntermediateThrowEvent',
  )) {
    const target = links.find((one) => kindOf(one.element) === 'IntermediateCatchEvent' && one.name === name);
    if (!target) {
      notes.broken(element, `The link ${name} leads nowhere.`, 'Draw the flow that it stands for.');
      continue;
    }
    graph.flows.push(inside(`${id}:link`, id, target.id));
    graph.nodes.set(id, { id, element, passage: true });
    const caught = graph.nodes.get(target.id);
    if (caught) graph.nodes.set(target.id, { ...caught, passage: true });
  }
}

function lanesOf(process: BpmnElement): Map<string, string> {
  const lanes = new Map<string, string>();
  const read = (sets: readonly BpmnElement[]): void => {
    for (const lane of sets.flatMap((set) => listOf(set, 'lanes'))) {
      for (const { id } of listOf(lane, 'flowNodeRef')) if (id && lane.name) lanes.set(id, lane.name);
      const inner = partOf(lane, 'childLaneSet');
      if (inner) read([inner]);
    }
  };
  read(listOf(process, 'laneSets'));
  return lanes;
}
