import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Definition, Transition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import { leadOut } from './boundaries';
import { collect } from './collect';
import { type BpmnElement, documentationOf, kindOf } from './element';
import { toCondition } from './expression';
import type { Flow, Graph } from './graph';
import { keyOf, Names, nameOf } from './names';
import type { Notes } from './notes';
import { stepOf } from './steps';
import { forksOfJoins, restructure } from './structure';

/** A definition made of a process that another tool has drawn, and which element each step stands for. */
export function definitionOf(
  process: BpmnElement,
  title: string | undefined,
  notes: Notes,
): { readonly definition: Definition; readonly elements: ReadonlyMap<string, string> } {
  const collected = collect(process, notes);
  const { graph, undoing } = collected;
  for (const { id } of undoing.values()) if (id !== undefined) graph.remove(id);
  leadOut(collected, notes);
  restructure(graph, notes);
  const names = new Names();
  const activityNames = new Names();
  const keys = new Map(
    [...graph.nodes.values()].map(({ id, element }) => [id, names.key(element.name, id, 'step')]),
  );
  const activityKey = (element: BpmnElement) => activityNames.key(element.name, element.id ?? '', 'work');
  const joins = forksOfJoins(graph);
  const forks = new Map([...joins].map(([join, fork]) => [join, keys.get(fork)!]));
  const making = { graph, notes, keys, forks, activityKey };
  const fields = new Set<string>();
  const steps = [...graph.nodes.values()].map((node) => stepOf(node, making));
  for (const step of steps) for (const field of fieldsRead(step)) fields.add(field);
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const transitions = transitionsOf(graph, keys, byKey, fields, notes);
  const compensations = undo(undoing, keys, byKey, activityKey, notes);
  const description = documentationOf(process);
  const name = nameOf(process.name) ?? nameOf(title) ?? nameOf(process.id) ?? 'Imported process';
  const definition: Definition = {
    key: keyOf(process.id ?? '') || keyOf(name) || 'imported',
    name,
    ...(description !== undefined && { description: description.slice(0, 20_000) }),
    subject: { type: 'request' },
    ...(fields.size > 0 && {
      input: {
        type: 'object',
        properties: Object.fromEntries([...fields].map((field) => [field, { title: field }])),
      },
    }),
    steps,
    transitions,
    ...(compensations.length > 0 && { compensations }),
  };
  return { definition, elements: new Map([...keys].map(([id, key]) => [key, id])) };
}

function transitionsOf(
  graph: Graph,
  keys: ReadonlyMap<string, string>,
  steps: ReadonlyMap<string, Step>,
  fields: Set<string>,
  notes: Notes,
): Transition[] {
  const names = new Names();
  const made: Transition[] = [];
  for (const flow of graph.flows) {
    const from = keys.get(flow.from);
    const to = keys.get(flow.to);
    if (from === undefined || to === undefined) {
      if (flow.element && !flow.id.includes(':'))
        notes.broken(
          flow.element,
          'This flow leads from or to what is not taken over.',
          'Draw it anew where it is still needed.',
        );
      continue;
    }
    made.push(transitionOf(flow, from, to));
  }
  return made;

  function transitionOf(flow: Flow, from: string, to: string): Transition {
    const step = steps.get(from)!;
    const name = nameOf(flow.name);
    const choosing = step.type === 'DECISION' || (step.type === 'PARALLEL_FORK' && step.mode === 'matching');
    const alone = graph.outOf(flow.from).length === 1;
    const otherwise =
      step.type === 'DECISION' && (flow.isDefault === true || (alone && flow.condition === undefined));
    const on = flow.on ?? (step.type === 'USER_TASK' ? { outcome: 'done' } : undefined);
    return {
      key: names.key(name, `${from}_to_${to}`, 'way'),
      ...(name !== undefined && { name }),
      from,
      to,
      ...(on && { on }),
      ...(choosing && !otherwise && !alone && conditionOf(flow, step)),
      ...(otherwise && { default: true }),
    };
  }

  function conditionOf(flow: Flow, step: Step): { when: string } | undefined {
    const { element, condition } = flow;
    if (condition === undefined) {
      if (step.type === 'DECISION' && element)
        notes.replaced(
          element,
          `nothing says when this way is taken${flow.name ? ` (“${nameOf(flow.name)}”)` : ''}.`,
          'Write its condition, or mark one way as “otherwise”.',
        );
      return undefined;
    }
    const read = toCondition(condition);
    if (!read) {
      if (element) notes.replaced(element, `its condition is ${condition}`, 'Write it in CEL.');
      return undefined;
    }
    for (const field of read.fields) fields.add(field.split('.')[0]!);
    return { when: read.when };
  }
}

/** Compensation handlers become compensations of the activities that they stood at. */
function undo(
  undoing: ReadonlyMap<string, BpmnElement>,
  keys: ReadonlyMap<string, string>,
  steps: Map<string, Step>,
  activityKey: (element: BpmnElement) => string,
  notes: Notes,
): Activity[] {
  const made: Activity[] = [];
  for (const [host, element] of undoing) {
    const step = steps.get(keys.get(host) ?? '');
    const [activity] = step?.type === 'AUTOMATED' ? step.activities : [];
    if (!activity) {
      notes.lost(
        element,
        'only what the system does can be undone by itself.',
        'Lead to a task in which a person undoes it.',
      );
      continue;
    }
    const key = activityKey(element);
    activity.compensation = key;
    const name = nameOf(element.name);
    made.push({
      key,
      ...(name && { name }),
      type: 'EXTERNAL',
      settings: { topic: keyOf(name ?? '') || key },
    });
    if (kindOf(element) !== 'ServiceTask')
      notes.replaced(
        element,
        'what undoes it is taken by a worker.',
        'Say what it runs in the compensations.',
      );
  }
  return made;
}

/** Names of the context that a step's own expressions read. */
function fieldsRead(step: Step): string[] {
  const expressions = [
    step.type === 'USER_TASK' ? step.who.assignee : undefined,
    step.type === 'WAIT_FOR_TIMER' && 'until' in step.timer ? step.timer.until : undefined,
    step.type === 'SUB_WORKFLOW' ? step.forEach?.items : undefined,
  ];
  return expressions.flatMap((text = '') => [...text.matchAll(/\bcontext\.(\w+)/g)].map(([, name]) => name!));
}
