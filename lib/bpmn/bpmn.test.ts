import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { demoDefinitions } from '@/lib/demo/demo-definitions';
import { templates } from '@/lib/definitions/templates/templates';
import { lint } from '@/lib/engine/definition/lint';
import type { Definition } from '@/lib/engine/definition/schema';
import { begin, present } from '@/lib/engine/simulation/simulation';
import { respond } from '@/lib/engine/simulation/answering';
import { runActivities } from '@/lib/engine/simulation/play-scenario';
import { mayDecide } from '@/lib/tasks/authority';
import { bpmnRoundTrip } from '@/lib/testing/bpmn-round-trip';
import { toCondition } from './expression';
import { type ImportedProcess, readBpmn } from './read-bpmn';
import { writeBpmn } from './write-bpmn';

const anything = {
  roles: null,
  rules: null,
  functions: null,
  secrets: null,
  definitions: null,
  activityTypes: null,
};

function file(inside: string, more = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
  xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" id="d" targetNamespace="t">
  <bpmn:process id="claims" name="Claims" isExecutable="true">${inside}</bpmn:process>${more}
</bpmn:definitions>`;
}
const flow = (from: string, to: string, inside = '') =>
  `<bpmn:sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}">${inside}</bpmn:sequenceFlow>`;
const when = (text: string) => `<bpmn:conditionExpression>${text}</bpmn:conditionExpression>`;

function read(imported: ImportedProcess): Definition {
  if (!imported.ok) throw new Error(imported.message);
  return imported.definition;
}

describe('a process of another tool', () => {
  const claims = file(
    `<bpmn:startEvent id="s" name="Claim filed" /><bpmn:userTask id="look" name="Look at it" camunda:candidateGroups="claims handler" />
     <bpmn:boundaryEvent id="late" name="Too late" attachedToRef="look"><bpmn:timerEventDefinition><bpmn:timeDuration>P3D</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:boundaryEvent>
     <bpmn:exclusiveGateway id="large" name="Large?" default="large-pay" />
     <bpmn:subProcess id="pay" name="Pay"><bpmn:startEvent id="s2" /><bpmn:serviceTask id="transfer" name="Transfer" camunda:topic="pay-out" /><bpmn:endEvent id="e2" />${flow('s2', 'transfer')}${flow('transfer', 'e2')}</bpmn:subProcess>
     <bpmn:endEvent id="paid" name="Paid" /><bpmn:endEvent id="refused" name="Refused" />
     <bpmn:textAnnotation id="note"><bpmn:text>Read the letter first.</bpmn:text></bpmn:textAnnotation>
     <bpmn:association id="a" sourceRef="look" targetRef="note" />
     ${flow('s', 'look')}${flow('look', 'large')}${flow('large', 'refused', when('${amount &gt; 1000 and !trusted}'))}${flow('large', 'pay')}${flow('pay', 'paid')}${flow('late', 'refused')}`,
    `<bpmndi:BPMNDiagram id="x"><bpmndi:BPMNPlane id="y" bpmnElement="claims"><bpmndi:BPMNShape id="z" bpmnElement="look"><dc:Bounds x="200" y="100" width="100" height="80" /></bpmndi:BPMNShape></bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`,
  );

  test('becomes a definition that is right, with its places, and runs to its end', async () => {
    const imported = await readBpmn(claims);
    const definition = read(imported);

    expect(imported.notes).toEqual([]);
    expect(definition.steps.map(({ key, type }) => `${key} ${type}`)).toEqual([
      'claim_filed START',
      'look_at_it USER_TASK',
      'large DECISION',
      'transfer AUTOMATED',
      'paid END',
      'refused END',
    ]);
    expect(definition.steps[1]).toMatchObject({
      who: { roles: ['claims_handler'] },
      maxAge: 'P3D',
    });
    expect(definition.annotations).toEqual([
      { key: 'note', type: 'NOTE', text: 'Read the letter first.', about: 'look_at_it' },
    ]);
    expect(definition.transitions).toContainEqual(
      expect.objectContaining({
        from: 'large',
        to: 'refused',
        when: 'context.amount > 1000 && !context.trusted',
      }),
    );
    expect(definition.transitions).toContainEqual(
      expect.objectContaining({
        name: 'Too late',
        from: 'look_at_it',
        to: 'refused',
        on: { deadline: 'maxAge' },
      }),
    );
    expect(imported.ok && imported.layout['look_at_it']).toEqual({ x: 350, y: 129 });
    expect(lint(definition, anything).filter(({ severity }) => severity === 'error')).toEqual([]);
    const begun = begin(definition, {
      startAt: '2026-03-02T09:00:00.000000Z',
      timeZone: 'UTC',
      subject: '1',
      input: { amount: 5, trusted: true },
      requester: null,
      people: [],
      rules: {},
    });
    const decided =
      begun.ok && respond(begun.simulation, { do: 'decide', step: 'look_at_it', outcome: 'done' }, mayDecide);
    expect(decided && decided.ok && present(runActivities(decided.simulation, mayDecide))).toMatchObject({
      status: 'completed',
      state: 'paid',
    });
  });

  test('has its parallel gateways matched, and flows out of a task taken at once', async () => {
    const definition = read(
      await readBpmn(
        file(
          `<bpmn:startEvent id="s" /><bpmn:serviceTask id="a" /><bpmn:serviceTask id="b" /><bpmn:serviceTask id="c" /><bpmn:parallelGateway id="j" /><bpmn:endEvent id="e" />
           ${flow('s', 'a')}${flow('a', 'b')}${flow('a', 'c')}${flow('b', 'j')}${flow('c', 'j')}${flow('j', 'e')}`,
        ),
      ),
    );

    expect(definition.steps.find(({ type }) => type === 'PARALLEL_JOIN')).toMatchObject({ fork: 'a_fork' });
    expect(lint(definition, anything).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('waits for whichever comes first behind an event gateway', async () => {
    const definition = read(
      await readBpmn(
        file(
          `<bpmn:startEvent id="s" /><bpmn:eventBasedGateway id="g" /><bpmn:intermediateCatchEvent id="answer"><bpmn:messageEventDefinition /></bpmn:intermediateCatchEvent>
           <bpmn:intermediateCatchEvent id="silence"><bpmn:timerEventDefinition><bpmn:timeDuration>P2D</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:intermediateCatchEvent>
           <bpmn:endEvent id="good" /><bpmn:endEvent id="bad" />
           ${flow('s', 'g')}${flow('g', 'answer')}${flow('g', 'silence')}${flow('answer', 'good')}${flow('silence', 'bad')}`,
        ),
      ),
    );

    expect(definition.steps.find(({ key }) => key === 'answer')).toMatchObject({
      type: 'WAIT_FOR_SIGNAL',
      maxAge: 'P2D',
    });
    expect(definition.transitions).toContainEqual(
      expect.objectContaining({ from: 'answer', to: 'bad', on: { deadline: 'maxAge' } }),
    );
  });

  test('has a frame around what lies in it, and says of one around nothing that it is lost', async () => {
    const shape = (id: string, x: number, width = 100) =>
      `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="${x}" y="100" width="${width}" height="80" /></bpmndi:BPMNShape>`;
    const imported = await readBpmn(
      file(
        `<bpmn:startEvent id="s" /><bpmn:userTask id="a" camunda:candidateGroups="x" /><bpmn:userTask id="b" camunda:candidateGroups="x" /><bpmn:endEvent id="e" />
         ${flow('s', 'a')}${flow('a', 'b')}${flow('b', 'e')}<bpmn:group id="g" categoryValueRef="v" /><bpmn:group id="h" />
         <bpmn:textAnnotation id="n"><bpmn:text>On a line.</bpmn:text></bpmn:textAnnotation><bpmn:association id="l" sourceRef="a-b" targetRef="n" />`,
        `<bpmn:category id="c"><bpmn:categoryValue id="v" value="By people" /></bpmn:category>
         <bpmndi:BPMNDiagram id="x"><bpmndi:BPMNPlane id="y" bpmnElement="claims">${shape('a', 200)}${shape('b', 400)}${shape('e', 600)}${shape('g', 150, 360)}${shape('h', 900)}${shape('n', 300)}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`,
      ),
    );

    expect(read(imported).annotations).toEqual([
      { key: 'by_people', type: 'GROUP', name: 'By people', steps: ['a', 'b'] },
      { key: 'n', type: 'NOTE', text: 'On a line.' },
    ]);
    expect(imported.ok && imported.layout['n']).toEqual({ x: 525, y: 115 });
    expect(imported.notes.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['lost h', 'replaced n']);
  });

  test.each([
    [
      'a second start',
      '<bpmn:startEvent id="s" /><bpmn:startEvent id="s2" /><bpmn:endEvent id="e" />',
      's2',
      'lost',
    ],
    [
      'a reminder that interrupts nothing',
      '<bpmn:startEvent id="s" /><bpmn:userTask id="t" camunda:candidateGroups="x" /><bpmn:boundaryEvent id="b" cancelActivity="false" attachedToRef="t"><bpmn:timerEventDefinition /></bpmn:boundaryEvent>',
      'b',
      'lost',
    ],
    [
      'a data object',
      '<bpmn:startEvent id="s" /><bpmn:dataObjectReference id="data" name="Letter" />',
      'data',
      'lost',
    ],
    [
      'a script',
      '<bpmn:startEvent id="s" /><bpmn:scriptTask id="t"><bpmn:script>x()</bpmn:script></bpmn:scriptTask>',
      't',
      'replaced',
    ],
    [
      'a condition that calls',
      `<bpmn:startEvent id="s" /><bpmn:exclusiveGateway id="g" /><bpmn:endEvent id="e" /><bpmn:endEvent id="f" />${flow('g', 'e', when('${bean.check()}'))}${flow('g', 'f', when('${ok}'))}`,
      'g-e',
      'replaced',
    ],
    [
      'a flow into nothing',
      '<bpmn:startEvent id="s" /><bpmn:sequenceFlow id="f" sourceRef="s" targetRef="nowhere" />',
      'f',
      'broken',
    ],
    [
      'work for each item',
      '<bpmn:startEvent id="s" /><bpmn:userTask id="t" camunda:candidateGroups="x"><bpmn:multiInstanceLoopCharacteristics /></bpmn:userTask>',
      't',
      'lost',
    ],
  ])('names %s with its id and a proposal', async (_, inside, id, kind) => {
    const { notes } = await readBpmn(file(inside));

    const note = notes.find((one) => one.id === id);

    expect(note).toMatchObject({ kind, proposal: expect.stringMatching(/\w.*\.$/) });
  });

  test.each([
    ['no XML', 'hello', /no BPMN/],
    [
      'XML that breaks off',
      '<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"><bpmn:process id="p">',
      /no (BPMN|process)/,
    ],
    ['another kind of XML', '<svg xmlns="http://www.w3.org/2000/svg" />', /no BPMN/],
    ['a process without steps', file(''), /no process with steps/],
  ])('that is %s is refused in words', async (_, xml, words) => {
    expect(await readBpmn(xml)).toMatchObject({ ok: false, message: expect.stringMatching(words) });
  });
});

test.each([
  ['${amount > 100}', 'context.amount > 100'],
  ["#{status eq 'open' || not done}", 'context.status == "open" || !context.done'],
  ['${order.total >= 5.5}', 'context.order.total >= 5.5'],
  ['${service.ask(1)}', null],
  ['Service Level == "Premium"', null],
  ['${a ? b : c}', null],
])('the condition %s is %s', (text, expected) => {
  expect(toCondition(text)?.when ?? null).toBe(expected);
});

describe('a definition of ours', () => {
  test.each([...templates, ...demoDefinitions].map((one) => [one.key, one] as const))(
    '%s reads back from BPMN as it was, with its places, and is written the same again',
    async (_, definition) => {
      const layout = Object.fromEntries(
        definition.steps.map(({ key }, index) => [key, { x: index * 37, y: index * 13 }]),
      );
      const xml = await writeBpmn(definition, layout);
      const imported = await readBpmn(xml);

      expect(imported).toEqual({ ok: true, definition, layout, notes: [] });
      expect(await writeBpmn(read(imported), imported.ok ? imported.layout : {})).toBe(xml);
    },
  );

  test('has its notes and groups where other tools show them, and takes over what they draw beside it', async () => {
    const [template] = templates;
    const [first, second] = template!.steps.map(({ key }) => key) as [string, string];
    const definition: Definition = {
      ...template!,
      annotations: [
        { key: 'why', type: 'NOTE', text: 'Because <of> "it"\nalways.', about: second },
        { key: 'loose', type: 'NOTE', text: '' },
        { key: 'begins', type: 'GROUP', name: 'How it begins', steps: [first, second] },
      ],
    };
    const layout = Object.fromEntries(
      [...template!.steps, { key: 'why' }, { key: 'loose' }].map(({ key }, index) => [
        key,
        { x: index * 240 - 113, y: index * 13 },
      ]),
    );
    const xml = await writeBpmn(definition, layout);
    expect(xml).toMatch(/<bpmn:textAnnotation id="why">/);
    expect(xml).toMatch(/<bpmn:association [^>]*targetRef="why"/);
    expect(xml).toMatch(/<bpmn:group [^>]*categoryValueRef="begins_name"/);
    expect(await readBpmn(xml)).toEqual({ ok: true, definition, layout, notes: [] });

    const drawnOn = xml
      .replace(
        '</bpmn:process>',
        `<bpmn:textAnnotation id="theirs"><bpmn:text>Added</bpmn:text></bpmn:textAnnotation><bpmn:association id="line" sourceRef="${first}" targetRef="theirs" /></bpmn:process>`,
      )
      .replace(/<bpmn:textAnnotation id="loose">.*?<\/bpmn:textAnnotation>/s, '');
    expect(read(await readBpmn(drawnOn)).annotations?.map(({ key }) => key)).toEqual([
      'why',
      'begins',
      'theirs',
    ]);
  });

  test('is read by what is drawn when somebody has drawn in the file since', async () => {
    const xml = await writeBpmn(templates[0]!, {});
    const changed = xml.replace(
      '</bpmn:process>',
      '<bpmn:userTask id="added" name="Added" /></bpmn:process>',
    );

    expect(read(await readBpmn(changed)).steps.some(({ name }) => name === 'Added')).toBe(true);
  });
});

const folders = ['bpmn-miwg', 'bpmn-camunda-examples', 'bpmn-flowable-examples', 'bpmn-io-examples'];
const root = ['../shared/inputs', '../../shared/inputs'].find((one) => existsSync(`${one}/bpmn-miwg`));

describe.skipIf(root === undefined)('files of other tools', () => {
  const files = folders.flatMap((folder) =>
    root === undefined
      ? []
      : readdirSync(`${root}/${folder}`).flatMap((name) =>
          /\.(bpmn|xml)$/.test(name) ? `${folder}/${name}` : [],
        ),
  );

  // All of them: npm run bench:bpmn.
  test.each(files.filter((_, index) => index % 4 === 1))(
    '%s: import, export and import again give the same',
    async (name) => {
      const imported = await readBpmn(readFileSync(`${root}/${name}`, 'utf8'));
      if (!imported.ok) return expect(imported.message).toMatch(/\w/);

      const { again, expected } = await bpmnRoundTrip(imported);

      expect(again).toEqual(expected);
    },
  );
});
