import type { Annotation, Definition, Layout, Transition } from '@/lib/engine/definition/schema';
import { canonicalJson } from '@/lib/engine/definition/canonical';
import type { Json } from '@/lib/engine/json';
import type { Step } from '@/lib/engine/definition/step-schema';
import type { ModdleElement } from 'bpmn-moddle';
import { diagramOf, type Drawn } from './diagram';
import { newModdle } from './moddle';

/**
 * A definition as a BPMN 2.0 file with its diagram. Other tools see the elements that BPMN has for it; all settings travel
 * as JSON in elements of our own, so that it reads back as it was.
 * @param layout where the steps stand; steps without a place are put in a row
 */
export async function writeBpmn(definition: Definition, layout: Layout): Promise<string> {
  const moddle = newModdle();
  const { steps, transitions, annotations = [], ...head } = definition;
  const ids = new Ids();
  const own = (
    type: 'Step' | 'Transition' | 'Annotation' | 'Process' | 'Helper',
    value?: unknown,
  ): ModdleElement =>
    moddle.create('bpmn:ExtensionElements', {
      values: [
        moddle.create(`interlock:${type}`, value === undefined ? {} : { body: canonicalJson(value as Json) }),
      ],
    });
  const elements: ModdleElement[] = [];
  const drawn: Drawn[] = [];
  const nodes = new Map<string, ModdleElement>();
  const exits = new Map<string, ModdleElement>();
  for (const step of steps) {
    const out = transitions.filter(({ from }) => from === step.key);
    const node = moddle.create(`bpmn:${typeOf(step, out)}`, {
      id: ids.of(step.key),
      ...(step.name !== undefined && { name: step.name }),
      ...(step.description !== undefined && {
        documentation: [moddle.create('bpmn:Documentation', { text: step.description })],
      }),
      extensionElements: own('Step', step),
      ...details(step),
    });
    elements.push(node);
    nodes.set(step.key, node);
    drawn.push({ kind: 'step', element: node, key: step.key, step });
    const ways = out.filter((way) => edgeOf(way) === null);
    if (step.type === 'USER_TASK' && ways.length > 1) addChoice(step, node);
  }
  for (const transition of transitions) addFlow(transition);
  const artifacts: ModdleElement[] = [];
  const categories: ModdleElement[] = [];
  for (const annotation of annotations) addArtifact(annotation);
  const process = moddle.create('bpmn:Process', {
    id: ids.of(`process_${definition.key}`),
    name: definition.name,
    isExecutable: true,
    ...(definition.description !== undefined && {
      documentation: [moddle.create('bpmn:Documentation', { text: definition.description })],
    }),
    extensionElements: own('Process', head),
    flowElements: elements,
    ...(artifacts.length > 0 && { artifacts }),
  });
  for (const element of [...elements, ...artifacts]) element['$parent'] = process;
  const root = moddle.create('bpmn:Definitions', {
    id: ids.of(`definitions_${definition.key}`),
    targetNamespace: 'urn:interlock:processes',
    exporter: 'Interlock',
    rootElements: [...categories, process],
    diagrams: [diagramOf(moddle, process, drawn, layout, definition)],
  });
  const { xml } = await moddle.toXML(root, { format: true });
  return xml;

  /** A task with several outcomes leads to a gateway that chooses by them, as BPMN has it. */
  function addChoice(step: Step, node: ModdleElement): void {
    const gateway = moddle.create('bpmn:ExclusiveGateway', {
      id: ids.of(`${step.key}_outcome`),
      extensionElements: own('Helper'),
    });
    const flow = moddle.create('bpmn:SequenceFlow', {
      id: ids.of(`${step.key}_decided`),
      sourceRef: node,
      targetRef: gateway,
      extensionElements: own('Helper'),
    });
    link(flow, node, gateway);
    elements.push(gateway, flow);
    exits.set(step.key, gateway);
    drawn.push(
      { kind: 'choice', element: gateway, key: step.key },
      { kind: 'flow', element: flow, from: node, to: gateway },
    );
  }

  function addFlow(transition: Transition): void {
    const source = nodes.get(transition.from);
    const target = nodes.get(transition.to);
    if (!source || !target) return;
    const edge = edgeOf(transition);
    const from = edge ? addBoundary(transition, source, edge) : (exits.get(transition.from) ?? source);
    const { when } = transition;
    const flow = moddle.create('bpmn:SequenceFlow', {
      id: ids.of(transition.key),
      ...(transition.name !== undefined && { name: transition.name }),
      sourceRef: from,
      targetRef: target,
      extensionElements: own('Transition', transition),
      ...(when !== undefined && {
        conditionExpression: moddle.create('bpmn:FormalExpression', { body: when, language: 'CEL' }),
      }),
    });
    if (transition.default === true && String(from['$type']).endsWith('ExclusiveGateway'))
      from['default'] = flow;
    link(flow, from, target);
    elements.push(flow);
    drawn.push({ kind: 'flow', element: flow, from, to: target });
  }

  function addArtifact(annotation: Annotation): void {
    const id = ids.of(annotation.key);
    const extensionElements = own('Annotation', annotation);
    if (annotation.type === 'GROUP') {
      const value = moddle.create('bpmn:CategoryValue', { id: ids.of(`${id}_name`), value: annotation.name });
      const category = moddle.create('bpmn:Category', {
        id: ids.of(`${id}_category`),
        categoryValue: [value],
      });
      value['$parent'] = category;
      categories.push(category);
      const group = moddle.create('bpmn:Group', { id, categoryValueRef: value, extensionElements });
      artifacts.push(group);
      drawn.push({ kind: 'group', element: group, steps: annotation.steps });
      return;
    }
    const { key, text, about } = annotation;
    const note = moddle.create('bpmn:TextAnnotation', { id, text, extensionElements });
    artifacts.push(note);
    drawn.push({ kind: 'note', element: note, key, text });
    const step = about === undefined ? undefined : nodes.get(about);
    if (!step) return;
    const line = moddle.create('bpmn:Association', {
      id: ids.of(`${id}_about`),
      sourceRef: step,
      targetRef: note,
      extensionElements: own('Helper'),
    });
    artifacts.push(line);
    drawn.push({ kind: 'flow', element: line, from: step, to: note });
  }

  function addBoundary(transition: Transition, host: ModdleElement, definitionType: string): ModdleElement {
    const boundary = moddle.create('bpmn:BoundaryEvent', {
      id: ids.of(`${transition.key}_event`),
      ...(transition.name !== undefined && { name: transition.name }),
      attachedToRef: host,
      eventDefinitions: [
        moddle.create(`bpmn:${definitionType}`, { id: ids.of(`${transition.key}_trigger`) }),
      ],
      extensionElements: own('Helper'),
    });
    elements.push(boundary);
    drawn.push({ kind: 'boundary', element: boundary, key: transition.from });
    return boundary;
  }

  function details(step: Step): Record<string, unknown> {
    switch (step.type) {
      case 'WAIT_FOR_SIGNAL':
        return isCatch(step) ? { eventDefinitions: [moddle.create('bpmn:MessageEventDefinition', {})] } : {};
      case 'WAIT_FOR_TIMER':
        return isCatch(step) ? { eventDefinitions: [timerOf(step.timer)] } : {};
      case 'SUB_WORKFLOW':
        return { calledElement: step.definition };
      case 'COMPENSATE':
        return { eventDefinitions: [moddle.create('bpmn:CompensateEventDefinition', {})] };
      default:
        return {};
    }
  }

  function isCatch(step: Step): boolean {
    return !transitions.some((way) => way.from === step.key && edgeOf(way) !== null);
  }

  function timerOf(timer: Extract<Step, { type: 'WAIT_FOR_TIMER' }>['timer']): ModdleElement {
    const expression = (body: string) => moddle.create('bpmn:FormalExpression', { body });
    if ('duration' in timer)
      return moddle.create('bpmn:TimerEventDefinition', { timeDuration: expression(timer.duration) });
    if ('until' in timer)
      return moddle.create('bpmn:TimerEventDefinition', { timeDate: expression(timer.until) });
    return moddle.create('bpmn:TimerEventDefinition', { timeCycle: expression(timer.cron) });
  }
}

function link(flow: ModdleElement, from: ModdleElement, to: ModdleElement): void {
  const add = (element: ModdleElement, name: string) => {
    const list = element[name];
    if (Array.isArray(list)) list.push(flow);
    else element[name] = [flow];
  };
  add(from, 'outgoing');
  add(to, 'incoming');
}

/** The element that BPMN has for a step. What has ways out at its edge has to be an activity. */
function typeOf(step: Step, out: readonly Transition[]): string {
  const atEdge = out.some((way) => edgeOf(way) !== null);
  switch (step.type) {
    case 'START':
      return 'StartEvent';
    case 'END':
      return 'EndEvent';
    case 'USER_TASK':
      return 'UserTask';
    case 'AUTOMATED':
      return 'ServiceTask';
    case 'DECISION':
      return 'ExclusiveGateway';
    case 'PARALLEL_FORK':
      return step.mode === 'matching' ? 'InclusiveGateway' : 'ParallelGateway';
    case 'PARALLEL_JOIN':
      return 'ParallelGateway';
    case 'WAIT_FOR_SIGNAL':
    case 'WAIT_FOR_TIMER':
      return atEdge ? 'ReceiveTask' : 'IntermediateCatchEvent';
    case 'WAIT_FOR_FILE':
      return 'ReceiveTask';
    case 'SUB_WORKFLOW':
      return 'CallActivity';
    case 'COMPENSATE':
      return 'IntermediateThrowEvent';
  }
}

/** What stands at the edge of a step for a transition that interrupts it; null for one that goes on when it is done. */
function edgeOf({ on }: Transition): string | null {
  if (on === 'childFailed') return 'ErrorEventDefinition';
  if (typeof on !== 'object' || 'outcome' in on) return null;
  if ('error' in on) return 'ErrorEventDefinition';
  return 'deadline' in on ? 'TimerEventDefinition' : 'SignalEventDefinition';
}

/** XML ids: ours may be used for a step and a transition alike, theirs may not. */
class Ids {
  readonly #taken = new Set<string>();

  of(wanted: string): string {
    for (let number = 1; ; number += 1) {
      const id = number === 1 ? wanted : `${wanted}_${number}`;
      if (this.#taken.has(id)) continue;
      this.#taken.add(id);
      return id;
    }
  }
}
