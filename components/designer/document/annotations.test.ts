import { expect, test } from 'vitest';
import { refund } from '@/lib/demo/definitions/refund';
import { emptyWorld } from '@/components/designer/inspector/screen-for-tests';
import { sizeOf } from '@/components/diagram/layout';
import { withFrames, withMembers } from '@/components/designer/canvas/group-frames';
import type { CanvasNode } from '@/components/designer/canvas/drawn-elements';
import { alignSteps } from './alignment';
import { addGroup, addNote, annotationOf, setMember } from './annotations';
import { clipOf, writeClip } from './clip';
import { readClip } from './read-clip';
import { codeOf, readCode } from './code';
import { type DesignDocument, only } from './document';
import { paste } from './paste';
import { pinSteps, removeElements, renameStep } from './steps';
import { tidied } from './tidied';

const [first, second, third] = refund.steps.map(({ key }) => key) as [string, string, string];
const bare: DesignDocument = {
  definition: refund,
  layout: Object.fromEntries(refund.steps.map(({ key }, index) => [key, { x: index * 240, y: 0 }])),
  scenarios: [],
};
const noted = addNote(bare, { x: 0, y: -100 }, second);
const drawn = addGroup(noted.document, 'Checks', [second, third]);
const { document } = drawn;

test('a step that is deleted leaves the note that was about it, and the groups that it was in', () => {
  const { definition, layout } = removeElements(only({ steps: [second] }))(document);
  expect(definition.annotations).toEqual([
    { key: 'note', type: 'NOTE', text: '' },
    { key: 'checks', type: 'GROUP', name: 'Checks', steps: [third] },
  ]);
  expect(layout['note']).toEqual({ x: 0, y: -100 });
  const without = removeElements(only({ steps: [second, third] }))(document);
  expect(without.definition.annotations?.map(({ key }) => key)).toEqual(['note']);
});

test('a group that is deleted leaves its steps, and a definition without any says nothing of notes', () => {
  const left = removeElements(only({ annotations: ['checks', 'note'] }))(document);
  expect(left.definition).toEqual(refund);
  expect(left.layout).toEqual(bare.layout);
});

test('the last step that leaves a group takes it away', () => {
  const one = setMember('checks', second, false)(document);
  expect(annotationOf(one, 'checks')).toMatchObject({ steps: [third] });
  expect(annotationOf(setMember('checks', third, false)(one), 'checks')).toBeUndefined();
});

test('a step that gets another key keeps its note and its group, and takes no key of a note', () => {
  const renamed = renameStep(second, 'looked_at')(document);
  expect(renamed.definition.annotations).toEqual([
    { key: 'note', type: 'NOTE', text: '', about: 'looked_at' },
    { key: 'checks', type: 'GROUP', name: 'Checks', steps: ['looked_at', third] },
  ]);
  expect(renameStep(second, 'note')(document)).toBe(document);
});

test('a copied group comes with its steps, and pasted beside itself everything has a key of its own', () => {
  const clip = readClip(writeClip(clipOf(document, only({ annotations: ['checks', 'note'] }))!))!;
  expect(clip.steps.map(({ key }) => key)).toEqual([second, third]);
  const pasted = paste(document, clip, emptyWorld);
  const [note, group] = pasted.document.definition.annotations!.slice(2);
  const [copyOfSecond, copyOfThird] = pasted.selection.steps;
  expect(note).toMatchObject({ key: 'note_2', about: copyOfSecond });
  expect(group).toMatchObject({ key: 'checks_2', steps: [copyOfSecond, copyOfThird] });
  expect(pasted.document.layout['note_2']).toBeDefined();
});

test('a note alone can be copied; it is then about nothing', () => {
  const clip = clipOf(document, only({ annotations: ['note'] }))!;
  expect(clip).toMatchObject({ steps: [], annotations: [{ key: 'note', type: 'NOTE', text: '' }] });
});

test('notes and groups stand in the JSON, and reading it back leaves them where they were', () => {
  expect(readCode(codeOf(document.definition), refund.key)).toEqual({
    ok: true,
    definition: document.definition,
  });
});

test('tidying up leaves what is pinned, makes room for it, and keeps a note beside its step', () => {
  const pinned = pinSteps([second], true)(document);
  const computed = Object.fromEntries(refund.steps.map(({ key }, index) => [key, { x: index * 300, y: 50 }]));
  const places = tidied(pinned, { ...computed, [third]: computed[second]! });
  expect(places[second]).toEqual({ x: 240, y: 0 });
  expect(places[first]).toEqual({ x: -60, y: 0 });
  expect(places[third]!.y).toBeGreaterThanOrEqual(64);
  expect(places['note']).toEqual({ x: 0, y: -100 });
});

test('steps are lined up by their sides and middles, and spread evenly', () => {
  const uneven: DesignDocument = {
    ...bare,
    layout: { ...bare.layout, [second]: { x: 300, y: 90 }, [third]: { x: 900, y: 30 } },
  };
  const at = (to: Parameters<typeof alignSteps>[1]) => alignSteps([second, third], to)(uneven).layout;
  expect(at('top')[second]!.y).toBe(30);
  expect(at('bottom')[third]!.y).toBe(90);
  expect(at('left')[third]!.x).toBe(300);
  const spread = alignSteps([first, second, third], 'across')(uneven).layout;
  const width = (index: number) =>
    sizeOf({ ...refund.steps[index]!, name: refund.steps[index]!.name ?? refund.steps[index]!.key }).width;
  expect(spread[third]!.x - spread[second]!.x - width(1)).toBe(
    spread[second]!.x - spread[first]!.x - width(0),
  );
  expect(alignSteps([second], 'top')(uneven)).toBe(uneven);
});

test('a group that is moved takes its steps along, and its frame follows them', () => {
  const step = (id: string, x: number): CanvasNode =>
    ({ id, type: 'step', position: { x, y: 0 }, width: 176, height: 64, data: {} }) as unknown as CanvasNode;
  const group = {
    id: 'group',
    type: 'frame',
    position: { x: 0, y: 0 },
    data: { name: 'Group', steps: ['a', 'b'] },
  } as CanvasNode;
  const [frame] = withFrames([group, step('a', 100), step('b', 400), step('c', 900)]);
  expect(frame).toMatchObject({ position: { x: 84, y: -40 }, width: 508, height: 120 });
  const moved = withMembers(
    [{ id: 'group', type: 'position', position: { x: 94, y: -20 }, dragging: true }],
    [frame!, step('a', 100), step('b', 400), step('c', 900)],
  );
  expect(moved).toEqual([
    { id: 'a', type: 'position', position: { x: 110, y: 20 }, dragging: true },
    { id: 'b', type: 'position', position: { x: 410, y: 20 }, dragging: true },
  ]);
});
