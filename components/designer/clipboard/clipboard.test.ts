import fc from 'fast-check';
import { expect, test } from 'vitest';
import { only } from '@/components/designer/document/document';
import { clipOf, writeClip } from '@/components/designer/document/clip';
import { readClip } from '@/components/designer/document/read-clip';
import { paste } from '@/components/designer/document/paste';
import { createDesigner, undoLast } from '@/components/designer/store';
import { emptyWorld } from '@/components/designer/inspector/screen-for-tests';
import { templates } from '@/lib/definitions/templates/templates';
import { lint } from '@/lib/engine/definition/lint';
import { parseDefinition } from '@/lib/engine/definition/parse';
import type { Definition } from '@/lib/engine/definition/schema';
import { copiedText, mayPaste, pasteText } from './clipboard';

const documentOf = (definition: Definition) => ({
  definition,
  layout: Object.fromEntries(definition.steps.map(({ key }, index) => [key, { x: index * 240, y: 0 }])),
  scenarios: [],
});

const claim: Definition = {
  key: 'claim',
  name: 'Claim',
  subject: { type: 'claim' },
  steps: [
    { key: 'start', type: 'START' },
    {
      key: 'review',
      type: 'USER_TASK',
      who: { roles: ['adjuster'], notDecidersOf: ['review', 'other'] },
      outcomes: [{ key: 'ok', name: 'OK' }],
      form: { schema: { type: 'object', properties: { paid: { type: 'number' } } } },
    },
    {
      key: 'paying',
      type: 'AUTOMATED',
      activities: [
        {
          key: 'pay',
          type: 'CALL_API',
          settings: {
            method: 'POST',
            url: 'https://example.com/{{ secrets.TOKEN }}',
            body: { amount: '{{ context.tasks.review.paid }}' },
          },
          compensation: 'unpay',
        },
      ],
    },
    { key: 'fork', type: 'PARALLEL_FORK' },
    { key: 'join', type: 'PARALLEL_JOIN', fork: 'fork' },
    { key: 'undo', type: 'COMPENSATE', scope: ['pay', 'paying'] },
    { key: 'done', type: 'END', outcome: 'done' },
  ],
  transitions: [
    { key: 'a', from: 'start', to: 'review' },
    {
      key: 'b',
      from: 'review',
      to: 'paying',
      on: { outcome: 'ok' },
      when: 'context.tasks.review.paid > rules.limit && context.activities.pay.output != null',
    },
    { key: 'c', from: 'paying', to: 'done' },
  ],
  compensations: [
    {
      key: 'unpay',
      type: 'CALL_API',
      settings: { method: 'POST', url: 'https://example.com/undo/{{ context.activities.pay.output.id }}' },
    },
    { key: 'unused', type: 'SET_CONTEXT', settings: { set: {} } },
  ],
};
const everything = only({ steps: claim.steps.map(({ key }) => key) });

test('a copy holds what is selected, the transitions between it, its places and what undoes it, as text that reads back', () => {
  const clip = clipOf(documentOf(claim), only({ steps: ['review', 'paying'], transitions: ['a'] }))!;
  expect(clip.transitions.map(({ key }) => key)).toEqual(['b']);
  expect(clip.compensations.map(({ key }) => key)).toEqual(['unpay']);
  expect(Object.keys(clip.layout)).toEqual(['review', 'paying']);
  expect(readClip(writeClip(clip))).toEqual(clip);
  expect(clipOf(documentOf(claim), only({ transitions: ['a'] }))).toBeNull();
});

test('any other text, and a clip that was tampered with, is no clip', () => {
  const clip = clipOf(documentOf(claim), everything)!;
  for (const text of [
    '',
    'hello',
    '{"interlock":"clip/1"}',
    JSON.stringify({ ...clip, steps: [{ key: 'x', type: 'BOMB' }] }),
  ])
    expect(readClip(text)).toBeNull();
});

test('pasted where the keys are taken, everything in the copy speaks of the copy, and the original is as it was', () => {
  const document = documentOf(claim);
  const pasted = paste(document, clipOf(document, everything)!, emptyWorld);
  const { steps, transitions, compensations = [] } = pasted.document.definition;
  expect(steps.slice(0, claim.steps.length)).toEqual(claim.steps);
  const step = (key: string) => steps.find((one) => one.key === key);

  expect(pasted.leftOut).toEqual(['start']);
  expect(step('review_2')).toMatchObject({ who: { notDecidersOf: ['review_2', 'other'] } });
  expect(step('join_2')).toMatchObject({ fork: 'fork_2' });
  expect(step('undo_2')).toMatchObject({ scope: ['pay_2', 'paying_2'] });
  expect(step('paying_2')).toMatchObject({
    activities: [{ key: 'pay_2', settings: { body: { amount: '{{ context.tasks.review_2.paid }}' } } }],
  });
  expect(transitions.at(-2)).toMatchObject({
    key: 'b_2',
    from: 'review_2',
    to: 'paying_2',
    when: 'context.tasks.review_2.paid > rules.limit && context.activities.pay_2.output != null',
  });
  expect(pasted.renamed).toContainEqual({ what: 'activity', from: 'pay', to: 'pay_2' });
  expect(compensations.map(({ key }) => key)).toEqual(['unpay', 'unused']);
});

test('the same undoing is used again, and another one under its key comes along under a new key', () => {
  const target = {
    ...claim,
    key: 'target',
    compensations: [{ ...claim.compensations![0]!, name: 'Another' }],
  };
  const pasted = paste(
    documentOf(target),
    clipOf(documentOf(claim), only({ steps: ['paying'] }))!,
    emptyWorld,
  );
  expect(pasted.document.definition.compensations?.map(({ key }) => key)).toEqual(['unpay', 'unpay_2']);
  expect(pasted.document.definition.steps.at(-1)).toMatchObject({
    activities: [{ compensation: 'unpay_2' }],
  });
});

test('in another process, what is missing there is listed in the words of the check', () => {
  const other: Definition = {
    key: 'other',
    name: 'Other',
    subject: { type: 'x' },
    input: { type: 'object', properties: {} },
    steps: [{ key: 'begin', type: 'START' }],
    transitions: [],
  };
  const clip = clipOf(documentOf(claim), only({ steps: ['review', 'paying', 'join'] }))!;
  const known = { ...emptyWorld, roles: ['clerk'], rules: [], secrets: [], functions: [], definitions: [] };
  const { missing, document } = paste(documentOf(other), clip, known);
  expect(new Set(missing.map(({ code }) => code))).toEqual(
    new Set(['unknown_role', 'unknown_rule', 'unknown_secret', 'missing_step']),
  );
  expect(document.definition.steps.map(({ key }) => key)).toEqual(['begin', 'review', 'paying', 'join']);
});

test('whatever is copied of a template and pasted into any other reads as a definition, with no key twice', () => {
  const some = fc.constantFrom(...templates);
  fc.assert(
    fc.property(some, some, fc.func(fc.boolean()), (from, to, chosen) => {
      const steps = from.steps.map(({ key }) => key).filter((key) => chosen(key));
      const clip = clipOf(documentOf(from), only({ steps }));
      fc.pre(clip !== null);
      const before = documentOf(to);
      const pasted = paste(before, readClip(writeClip(clip!))!, emptyWorld);
      const { definition, layout } = pasted.document;
      expect(parseDefinition(definition).ok).toBe(true);
      const twice = lint(definition, emptyWorld).filter(
        ({ code }) => code === 'duplicate_key' || code === 'several_starts',
      );
      expect(twice).toEqual([]);
      expect(definition.steps.length).toBe(to.steps.length + steps.length - pasted.leftOut.length);
      expect(Object.keys(layout).sort()).toEqual(definition.steps.map(({ key }) => key).sort());
      expect({ ...definition, steps: definition.steps.slice(0, to.steps.length) }.steps).toEqual(to.steps);
    }),
    { numRuns: 30 },
  );
});

test('pasting is one entry that undo takes back, and selects what was pasted', async () => {
  const store = createDesigner(documentOf(claim), {
    known: emptyWorld,
    readOnly: false,
    publishedSteps: new Set(),
    save: { kind: 'saved', revision: 1 },
  });
  store.setState({ selection: only({ steps: ['review', 'paying'] }) });
  const text = copiedText(store)!;
  expect((await pasteText(store, text))?.selection.steps).toEqual(['review_2', 'paying_2']);
  expect(store.getState().selection.steps).toEqual(['review_2', 'paying_2']);
  expect(store.getState().pasted?.renamed).toHaveLength(3);
  undoLast(store);
  expect(store.getState().history.present).toEqual(documentOf(claim));
  expect(await pasteText(store, 'no clip')).toBeNull();
  expect(await pasteText(store, '"clip/1"')).toBeNull();
  store.setState({ readOnly: true });
  expect(mayPaste(store, text)).toBe(false);
  expect(await pasteText(store, text)).toBeNull();
});
