import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDefinition } from '@/lib/engine/definition/parse';
import type { Definition } from '@/lib/engine/definition/schema';
import { refund } from '@/lib/demo/definitions/refund';
import { definitionArbitrary } from '@/lib/testing/builders/definition-arbitrary';
import { paletteTypes } from '@/components/designer/palette-groups';
import { renameActivity } from './activities';
import { addGroup, addNote, placedKeys, setMember } from './annotations';
import { codeOf, readCode } from './code';
import { type Command, type DesignDocument, followed, only } from './document';
import { begin, type History, pause, perform, redo, undo } from './history';
import { completeLayout, placeAfter } from './placement';
import { replacedAt, segmentsOf, setSetting } from './settings';
import { addStep, moveSteps, pinSteps, removeElements, renameStep, whyStays } from './steps';
import { changeStepType } from './step-type';
import { connect, insertStep, mayConnect, renameOutcome, renameTransition, repoint } from './transitions';

const empty: DesignDocument = {
  definition: { key: 'process', name: 'Process', subject: { type: 'request' }, steps: [], transitions: [] },
  layout: {},
  scenarios: [],
};
const drawn: DesignDocument = {
  definition: refund,
  layout: Object.fromEntries(refund.steps.map(({ key }, index) => [key, { x: index * 10, y: index }])),
  scenarios: [],
};

/** Commands that pick what they act on by position, so that they fit any document. */
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.tuple(fc.constantFrom(...paletteTypes), fc.nat(500), fc.nat(500)).map(
    ([type, x, y]): Command =>
      (document) =>
        addStep(document, type, { x, y }).document,
  ),
  fc.tuple(fc.nat(), fc.nat()).map(
    ([a, b]): Command =>
      (document) =>
        connect(document, keyAt(document, a), keyAt(document, b))?.document ?? document,
  ),
  fc.tuple(fc.nat(), fc.constantFrom(...paletteTypes)).map(
    ([at, type]): Command =>
      (document) =>
        insertStep(document, transitionAt(document, at), type, { x: 1, y: 2 })?.document ?? document,
  ),
  fc.tuple(fc.nat(), fc.nat(900), fc.nat(900)).map(
    ([at, x, y]): Command =>
      (document) =>
        moveSteps({ [keyAt(document, at)]: { x, y } })(document),
  ),
  fc.tuple(fc.nat(), fc.constantFrom('renamed', 'other', 'task')).map(
    ([at, to]): Command =>
      (document) =>
        renameStep(keyAt(document, at), to)(document),
  ),
  fc.tuple(fc.nat(), fc.constantFrom(...paletteTypes)).map(
    ([at, type]): Command =>
      (document) =>
        changeStepType(keyAt(document, at), type)(document),
  ),
  fc.tuple(fc.nat(), fc.string()).map(
    ([at, name]): Command =>
      (document) =>
        document.definition.steps.length === 0
          ? document
          : setSetting(['steps', at % document.definition.steps.length, 'name'], name || undefined)(document),
  ),
  fc.tuple(fc.nat(), fc.nat()).map(
    ([a, b]): Command =>
      (document) =>
        removeElements(only({ steps: [keyAt(document, a)], transitions: [transitionAt(document, b)] }))(
          document,
        ),
  ),
  fc.tuple(fc.nat(), fc.boolean()).map(
    ([at, about]): Command =>
      (document) =>
        addNote(
          document,
          { x: 1, y: 1 },
          about && document.definition.steps.length > 0 ? keyAt(document, at) : undefined,
        ).document,
  ),
  fc.tuple(fc.nat(), fc.nat(), fc.constantFrom('Group', 'Renamed', 'Task')).map(
    ([a, b, name]): Command =>
      (document) =>
        document.definition.steps.length === 0
          ? document
          : addGroup(document, name, [...new Set([keyAt(document, a), keyAt(document, b)])]).document,
  ),
  fc.tuple(fc.nat(), fc.nat()).map(([a, b]): Command => (document) => {
    const { annotations = [] } = document.definition;
    const one = annotations[a % Math.max(1, annotations.length)];
    return one === undefined
      ? document
      : b % 2 === 0
        ? removeElements(only({ annotations: [one.key] }))(document)
        : setMember(one.key, keyAt(document, b), b % 3 === 0)(document);
  }),
  fc.tuple(fc.nat(), fc.boolean()).map(
    ([at, pinned]): Command =>
      (document) =>
        pinSteps([keyAt(document, at)], pinned)(document),
  ),
  fc.tuple(fc.nat(), fc.nat()).map(
    ([a, b]): Command =>
      (document) =>
        repoint(transitionAt(document, a), { to: keyAt(document, b) })(document),
  ),
);

describe('the history', () => {
  test('undone all the way is what it began with, and redone all the way what it came to', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(empty, drawn),
        fc.array(fc.tuple(command, fc.constantFrom(null, 'a', 'b')), { maxLength: 40 }),
        (start, steps) => {
          const done = steps.reduce((history, [one, burst]) => perform(history, one, burst), begin(start));
          const back = again(undo, done);
          expect(back.present).toBe(start);
          expect(back.past).toEqual([]);
          const forth = again(redo, back);
          expect(forth.present).toBe(done.present);
        },
      ),
    );
  });

  test('makes one entry of one burst of typing, and another after a pause', () => {
    const type = (name: string) => setSetting(['name'], name);
    let history = ['P', 'Pr', 'Pro'].reduce((all, name) => perform(all, type(name), 'name'), begin(empty));
    expect(history.past).toHaveLength(1);
    history = perform(pause(history), type('Prob'), 'name');
    expect(history.past).toHaveLength(2);
    expect(undo(history).present.definition.name).toBe('Pro');
    expect(undo(undo(history)).present).toBe(empty);
  });

  test('keeps no entry of a command that changes nothing', () => {
    const history = perform(begin(drawn), moveSteps({ start: { x: 0, y: 0 } }));
    expect(history.past).toEqual([]);
  });
});

test('whatever is done by commands, keys stay unique, ends exist, and the shape can be saved', () => {
  fc.assert(
    fc.property(fc.constantFrom(empty, drawn), fc.array(command, { maxLength: 40 }), (start, steps) => {
      const { definition, layout } = steps.reduce((document, one) => one(document), start);
      const keys = definition.steps.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      const transitions = definition.transitions.map(({ key }) => key);
      expect(new Set(transitions).size).toBe(transitions.length);
      for (const { from, to } of definition.transitions)
        expect(keys).toEqual(expect.arrayContaining([from, to]));
      const all = placedKeys(definition);
      expect(new Set(all).size).toBe(all.length);
      expect(Object.keys(layout).every((key) => all.includes(key))).toBe(true);
      for (const one of definition.annotations ?? [])
        expect(keys).toEqual(
          expect.arrayContaining(
            one.type === 'GROUP' ? one.steps : one.about === undefined ? [] : [one.about],
          ),
        );
      const named = { ...definition, steps: definition.steps.map((step) => ({ ...step, name: 'A name' })) };
      const parsed = parseDefinition(named);
      expect(parsed.ok ? [] : parsed.findings).toEqual([]);
    }),
  );
});

test('deleting a step and undoing it brings back its transitions with all they say', () => {
  const history = perform(begin(drawn), removeElements(only({ steps: ['in_review'] })));
  expect(history.present.definition.transitions.some(({ to }) => to === 'in_review')).toBe(false);
  expect(undo(history).present).toBe(drawn);
  expect(redo(undo(history)).present).toBe(history.present);
});

test('the only start stays', () => {
  expect(whyStays(drawn, 'start')).toBe('only_start');
  expect(removeElements(only({ steps: ['start'] }))(drawn)).toBe(drawn);
  const two = addStep(drawn, 'START', { x: 0, y: 0 });
  expect(whyStays(two.document, two.key)).toBeNull();
});

test('a new key of a step reaches transitions, joins, scopes, places and expressions', () => {
  const document: DesignDocument = {
    ...empty,
    definition: {
      ...empty.definition,
      steps: [
        { key: 'task', type: 'USER_TASK', who: {}, outcomes: [{ key: 'ok', name: 'OK' }] },
        { key: 'split', type: 'PARALLEL_FORK' },
        { key: 'join', type: 'PARALLEL_JOIN', fork: 'split' },
        { key: 'undo', type: 'COMPENSATE', scope: ['task'] },
      ],
      transitions: [
        {
          key: 'a',
          from: 'task',
          to: 'split',
          when: 'context.tasks.task.note == "x" && context.tasks.task_2 == 1',
        },
      ],
    },
    layout: { task: { x: 1, y: 2 } },
  };
  const renamed = renameStep('split', 'fork')(renameStep('task', 'review')(document));
  expect(renamed.layout).toEqual({ review: { x: 1, y: 2 } });
  expect(renamed.definition.transitions).toEqual([
    {
      key: 'a',
      from: 'review',
      to: 'fork',
      when: 'context.tasks.review.note == "x" && context.tasks.task_2 == 1',
    },
  ]);
  expect(renamed.definition.steps[2]).toMatchObject({ fork: 'fork' });
  expect(renamed.definition.steps[3]).toMatchObject({ scope: ['review'] });
  expect(followed(document, renamed, only({ steps: ['task'], transitions: ['a'] }))).toEqual(
    only({ steps: ['review'], transitions: ['a'] }),
  );
});

test('another type keeps every setting that fits it there', () => {
  const changed = changeStepType('in_review', 'WAIT_FOR_SIGNAL')(drawn);
  const step = changed.definition.steps.find(({ key }) => key === 'in_review');
  expect(step).toEqual({
    key: 'in_review',
    type: 'WAIT_FOR_SIGNAL',
    name: 'Manager approval',
    signal: 'signal',
    due: { in: 'P3D' },
  });
});

test('nothing is drawn out of an end or into a start', () => {
  expect(mayConnect(drawn, 'refunded', 'scoring')).toBe(false);
  expect(mayConnect(drawn, 'scoring', 'start')).toBe(false);
  expect(connect(drawn, 'scoring', 'start')).toBeNull();
  expect(repoint('begin', { to: 'start' })(drawn)).toBe(drawn);
});

test('a transition out of a task takes the next outcome that leads nowhere yet', () => {
  let document = addStep(addStep(empty, 'USER_TASK', { x: 0, y: 0 }).document, 'END', {
    x: 0,
    y: 0,
  }).document;
  document = connect(document, 'task', 'end')?.document ?? document;
  document = connect(document, 'task', 'end')?.document ?? document;
  expect(document.definition.transitions.map(({ on }) => on)).toEqual([
    { outcome: 'approve' },
    { outcome: 'reject' },
  ]);
  const renamed = renameOutcome('task', 'approve', 'release')(document);
  expect(renamed.definition.transitions[0]?.on).toEqual({ outcome: 'release' });
  expect(renameTransition('task_approve', 'task_reject')(document)).toBe(document);
});

test('a step put into a transition leads on to where that led', () => {
  const made = insertStep(drawn, 'scored', 'USER_TASK', { x: 1, y: 1 });
  const { transitions } = made!.document.definition;
  expect(transitions.find(({ key }) => key === 'scored')).toMatchObject({ from: 'scoring', to: made!.key });
  expect(transitions.at(-1)).toMatchObject({ from: made!.key, to: 'limit_check' });
});

test('every setting of any definition is left as it was by setting another one', () => {
  fc.assert(
    fc.property(definitionArbitrary, (definition) => {
      const document: DesignDocument = { definition, layout: {}, scenarios: [] };
      const set = setSetting(['description'], 'changed')(document);
      const back = setSetting(['description'], definition.description)(set);
      expect(back.definition).toEqual(definition);
      expect(replacedAt(definition, segmentsOf('/subject/type'), definition.subject.type)).toEqual(
        definition,
      );
    }),
    { numRuns: 60 },
  );
});

test('any definition reads back equal from the code view', () => {
  fc.assert(
    fc.property(definitionArbitrary, (definition) => {
      const read = readCode(codeOf(definition), definition.key);
      expect(read).toEqual({ ok: true, definition });
    }),
    { numRuns: 60 },
  );
});

test('code that is none, or that changes the key, says so', () => {
  expect(readCode('{', 'process')).toMatchObject({ ok: false, problem: expect.any(String) });
  expect(readCode(codeOf(refund), 'process')).toMatchObject({ ok: false, findings: [{ path: '/key' }] });
});

test('steps without a place get one of their own', () => {
  const layout = completeLayout({ ...drawn, layout: { start: { x: 0, y: 0 } } });
  expect(new Set(Object.values(layout).map(({ x, y }) => `${x}:${y}`)).size).toBe(refund.steps.length);
  const first = placeAfter(drawn, 'start');
  expect(first).not.toEqual(placeAfter(moveSteps({ scoring: first })(drawn), 'start'));
});

function again(move: (history: History) => History, history: History): History {
  const next = move(history);
  return next.present === history.present && next.past.length === history.past.length
    ? history
    : again(move, next);
}

function keyAt({ definition }: { definition: Definition }, at: number): string {
  return definition.steps[at % Math.max(1, definition.steps.length)]?.key ?? 'nothing';
}

function transitionAt({ definition }: { definition: Definition }, at: number): string {
  return definition.transitions[at % Math.max(1, definition.transitions.length)]?.key ?? 'nothing';
}

test('a new key of a step, or of an activity, reaches everything that names it', () => {
  const definition: Definition = {
    key: 'keys',
    name: 'Keys',
    subject: { type: 'order' },
    steps: [
      { key: 'waiting', type: 'WAIT_FOR_SIGNAL', signal: 'paid' },
      {
        key: 'work',
        type: 'AUTOMATED',
        activities: [{ key: 'pay', type: 'EXTERNAL', settings: { topic: 't' }, compensation: 'unpay' }],
      },
      { key: 'undo', type: 'COMPENSATE', scope: ['pay', 'work'] },
    ],
    transitions: [
      {
        key: 'on',
        from: 'waiting',
        to: 'work',
        when: 'context.signals.waiting.a == 1 || context.activities.pay.output.b == context.tasks.waiting_room.c',
      },
    ],
    compensations: [
      {
        key: 'unpay',
        type: 'EXTERNAL',
        settings: { topic: 't', input: { id: 'context.activities.pay.output.id' } },
      },
    ],
  };
  const document: DesignDocument = { definition, layout: {}, scenarios: [] };

  const named = [
    renameStep('waiting', 'hearing'),
    renameActivity('pay', 'transfer'),
    renameActivity('unpay', 'take_back'),
  ].reduce((at, command) => command(at), document).definition;

  expect(named.transitions[0]).toMatchObject({
    from: 'hearing',
    when: 'context.signals.hearing.a == 1 || context.activities.transfer.output.b == context.tasks.waiting_room.c',
  });
  expect(named.steps[1]).toMatchObject({ activities: [{ key: 'transfer', compensation: 'take_back' }] });
  expect(named.steps[2]).toMatchObject({ scope: ['transfer', 'work'] });
  expect(named.compensations).toMatchObject([
    { key: 'take_back', settings: { input: { id: 'context.activities.transfer.output.id' } } },
  ]);
});
