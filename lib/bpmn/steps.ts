import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import { type BpmnElement, documentationOf, kindOf, partOf, textOf, vendorAttribute } from './element';
import { eventOf } from './events';
import { toCondition } from './expression';
import type { FlowNode, Graph } from './graph';
import { keyOf, nameOf } from './names';
import type { Notes } from './notes';
import { formOf, whoOf } from './people';

/** What a step is made with. */
export type Making = {
  readonly graph: Graph;
  readonly notes: Notes;
  /** Node id → key of its step. */
  readonly keys: ReadonlyMap<string, string>;
  /** Node id of a join → key of the fork that it ends. */
  readonly forks: ReadonlyMap<string, string>;
  /** Key for an activity of its own. */
  readonly activityKey: (element: BpmnElement) => string;
};

/** The step that stands for a flow node. */
export function stepOf(node: FlowNode, making: Making): Step {
  const step = plainStep(node, making);
  const { maxAge } = node;
  if (maxAge === undefined) return step;
  switch (step.type) {
    case 'USER_TASK':
    case 'WAIT_FOR_SIGNAL':
    case 'WAIT_FOR_TIMER':
    case 'WAIT_FOR_FILE':
    case 'SUB_WORKFLOW':
      return { ...step, maxAge };
    default:
      return step;
  }
}

function plainStep(node: FlowNode, making: Making): Step {
  const { element } = node;
  const { notes, keys } = making;
  const key = keys.get(node.id)!;
  const words = documentationOf(element);
  const name = nameOf(element.name);
  const common = {
    key,
    ...(name && { name }),
    ...(words !== undefined && { description: words.slice(0, 20_000) }),
  };
  const kind = kindOf(element);
  noteLoop(element, kind, notes);
  switch (kind) {
    case 'StartEvent':
      noteStart(element, notes);
      return { ...common, type: 'START' };
    case 'EndEvent':
      return { ...common, type: 'END', outcome: endOutcome(element, notes) };
    case 'UserTask':
    case 'ManualTask':
    case 'Task': {
      const form = formOf(element, notes);
      return {
        ...common,
        type: 'USER_TASK',
        who: whoOf(element, node.lane, notes),
        outcomes: [{ key: 'done', name: 'Done', kind: 'positive', reason: 'none' }],
        ...(form && { form }),
      };
    }
    case 'ReceiveTask':
      return {
        ...common,
        type: 'WAIT_FOR_SIGNAL',
        source: 'message',
        signal: keyOf(textOf(partOf(element, 'messageRef'), 'name') ?? '') || key,
      };
    case 'IntermediateCatchEvent':
      return catching(element, common, notes);
    case 'IntermediateThrowEvent':
      return throwing(element, common, making);
    case 'CallActivity':
      return calling(element, common, notes);
    case 'ExclusiveGateway':
    case 'EventBasedGateway':
      return { ...common, type: 'DECISION' };
    case 'ComplexGateway':
      notes.replaced(
        element,
        'a complex gateway chooses by rules of its own.',
        'Say them as conditions of the transitions.',
      );
      return { ...common, type: 'DECISION' };
    case 'ParallelGateway':
    case 'InclusiveGateway':
      return branching(node, common, kind, making);
    default:
      return working(element, common, making);
  }
}

type Common = { readonly key: string; readonly name?: string; readonly description?: string };

function noteLoop(element: BpmnElement, kind: string, notes: Notes): void {
  const loop = partOf(element, 'loopCharacteristics');
  if (!loop || kind === 'CallActivity') return;
  const many = kindOf(loop) === 'MultiInstanceLoopCharacteristics';
  notes.lost(
    element,
    many ? 'it runs once, not for each item.' : 'it runs once, not again and again.',
    many
      ? 'Ask for several approvals in one task, or make it a process of its own and start it with a SUB_WORKFLOW for each item.'
      : 'Lead back to it from a DECISION.',
  );
}

function noteStart(element: BpmnElement, notes: Notes): void {
  const event = eventOf(element);
  if (event.kind === 'none') return;
  if (event.kind === 'timer')
    notes.replaced(
      element,
      `it begins by a timer (${event.text}).`,
      'Give the process a schedule (cron and time zone).',
    );
  else
    notes.replaced(
      element,
      `it begins by a ${event.kind}.`,
      'Start it over the HTTP API or by an inbound webhook.',
    );
}

function endOutcome(element: BpmnElement, notes: Notes): string {
  const event = eventOf(element);
  if (event.kind === 'message' || event.kind === 'signal' || event.kind === 'escalation')
    notes.replaced(
      element,
      `it sends a ${event.kind} at its end.`,
      'Put an AUTOMATED step with EMIT_EVENT or a call before it.',
    );
  if (event.kind === 'compensate' || event.kind === 'cancel')
    notes.replaced(element, 'it undoes what was done.', 'Put a COMPENSATE step before it.');
  if (event.kind === 'error') return keyOf(event.code === true ? '' : event.code) || 'failed';
  return keyOf(element.name ?? '') || 'done';
}

function catching(element: BpmnElement, common: Common, notes: Notes): Step {
  const event = eventOf(element);
  if (event.kind === 'timer') {
    if (!event.timer)
      notes.replaced(
        element,
        `its time “${event.text}” cannot be read.`,
        'Write a duration like P3D, or an expression that gives an instant.',
      );
    return { ...common, type: 'WAIT_FOR_TIMER', timer: event.timer ?? { duration: 'P1D' } };
  }
  if ('signal' in event) {
    if (event.kind === 'conditional')
      notes.replaced(element, 'it waits until a condition holds.', 'Have a signal sent when it does.');
    const source = event.kind === 'message' ? { source: 'message' as const } : {};
    return { ...common, type: 'WAIT_FOR_SIGNAL', signal: event.signal, ...source };
  }
  notes.replaced(
    element,
    `an event of the kind ${event.kind} is waited for.`,
    'Wait for a signal of that name.',
  );
  return { ...common, type: 'WAIT_FOR_SIGNAL', signal: common.key };
}

function throwing(element: BpmnElement, common: Common, making: Making): Step {
  const event = eventOf(element);
  if (event.kind === 'compensate') return { ...common, type: 'COMPENSATE' };
  if (!('signal' in event)) return { ...common, type: 'AUTOMATED', activities: [] };
  const activity: Activity = {
    key: making.activityKey(element),
    type: 'EMIT_EVENT',
    settings: { event: event.signal },
  };
  return { ...common, type: 'AUTOMATED', activities: [activity] };
}

function calling(element: BpmnElement, common: Common, notes: Notes): Step {
  const called = textOf(element, 'calledElement') ?? '';
  const definition = keyOf(called.replace(/^.*:/, '')) || common.key;
  const loop = partOf(element, 'loopCharacteristics');
  const collection = loop && vendorAttribute(loop, 'collection');
  const items = collection === undefined ? null : toCondition(collection);
  if (loop && !items)
    notes.replaced(
      element,
      'it runs for each item of a list that is not named here.',
      'Name the list in `forEach`.',
    );
  return {
    ...common,
    type: 'SUB_WORKFLOW',
    definition,
    ...(loop && { forEach: { items: items?.when ?? 'context.items' } }),
  };
}

function branching(node: FlowNode, common: Common, kind: string, making: Making): Step {
  const { graph, forks, notes } = making;
  const fork = forks.get(node.id);
  if (fork !== undefined) return { ...common, type: 'PARALLEL_JOIN', fork };
  if (graph.outOf(node.id).length > 1)
    return {
      ...common,
      type: 'PARALLEL_FORK',
      ...(kind === 'InclusiveGateway' && { mode: 'matching' as const }),
    };
  if (graph.into(node.id).length > 1)
    notes.replaced(
      node.element,
      'it joins branches that no one fork has opened.',
      'Open them with a fork, or leave the join out.',
    );
  return { ...common, type: 'DECISION' };
}

/** Work of the system: what does it is named by a topic, since code cannot travel in a drawing. */
function working(element: BpmnElement, common: Common, making: Making): Step {
  const topic = vendorAttribute(element, 'topic');
  const how = ['class', 'expression', 'delegateExpression', 'type', 'decisionRef'].flatMap(
    (name) => vendorAttribute(element, name) ?? [],
  );
  if (textOf(element, 'script') !== undefined) how.push('a script');
  if (topic === undefined && how.length > 0)
    making.notes.replaced(
      element,
      `what it runs (${how.join(', ')}) is code elsewhere.`,
      'Let a worker take it by its topic, call an API, or choose a registered function.',
    );
  const activity: Activity = {
    key: making.activityKey(element),
    ...(common.name !== undefined && { name: common.name }),
    type: 'EXTERNAL',
    settings: { topic: keyOf(topic ?? '') || common.key },
  };
  return { ...common, type: 'AUTOMATED', activities: [activity] };
}
