import { BpmnModdle } from 'bpmn-moddle';

/** The namespace of what we write into BPMN files so that they read back as they were. */
export const namespace = 'urn:interlock:bpmn:1';

const body = { name: 'body', isBody: true, type: 'String' };

/**
 * Our own elements: a step, a transition, a note or group and a process with all of their settings as JSON, and a mark for what stands in the
 * file only because BPMN needs it (the gateway behind a task with several outcomes).
 */
const descriptor = {
  name: 'Interlock',
  prefix: 'interlock',
  uri: namespace,
  xml: { tagAlias: 'lowerCase' },
  types: [
    { name: 'Step', superClass: ['Element'], properties: [body] },
    { name: 'Transition', superClass: ['Element'], properties: [body] },
    { name: 'Annotation', superClass: ['Element'], properties: [body] },
    { name: 'Process', superClass: ['Element'], properties: [body] },
    { name: 'Helper', superClass: ['Element'], properties: [] },
  ],
};

/** Reads and writes BPMN 2.0 with our own elements in it. */
export function newModdle(): BpmnModdle {
  return new BpmnModdle({ interlock: descriptor });
}
