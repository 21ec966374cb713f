// @vitest-environment jsdom
import { only } from '@/components/designer/document/document';
import { afterEach, expect, test } from 'vitest';
import { undoLast } from '@/components/designer/store';
import {
  loaded,
  named,
  press,
  type Screen,
  showInspector,
  type,
} from '@/components/designer/inspector/screen-for-tests';
import type { Definition } from '@/lib/engine/definition/schema';

function withCondition(when: string | undefined): Definition {
  return {
    key: 'leave',
    name: 'Leave',
    subject: { type: 'leave' },
    input: {
      type: 'object',
      properties: { days: { type: 'integer', title: 'Working days' }, reason: { type: 'string' } },
    },
    steps: [
      { key: 'start', type: 'START' },
      { key: 'done', type: 'END', outcome: 'done' },
    ],
    transitions: [{ key: 'go', from: 'start', to: 'done', ...(when !== undefined && { when }) }],
  };
}

let open: Screen | undefined;
afterEach(() => open?.close());

async function show(when: string | undefined) {
  open = await showInspector({ definition: withCondition(when) }, only({ transitions: ['go'] }));
  const { root, store } = open;
  return { root, store, text: () => store.getState().history.present.definition.transitions[0]!.when };
}
const frame = (root: HTMLElement) => root.querySelector<HTMLElement>('[data-setting="/transitions/0/when"]')!;

test('a condition is shown line by line in words and, shown only, stays as it was written', async () => {
  const written = "context.days   > 5&&(context.reason != '')";
  const { root, store, text } = await show(written);
  await loaded(() => named(root, 'Add a line'));
  expect(frame(root).textContent).toContain('Working days');
  expect(frame(root).textContent).toContain('is more than');
  expect(text()).toBe(written);
  expect(store.getState().history.past).toEqual([]);
});

test('a line that asks for nothing to compare with shows no value, whatever is known of its field', async () => {
  const { root } = await show('context.reason');
  await loaded(() => named(root, 'Comparison'));
  expect(frame(root).textContent).toContain('is yes');
  expect(named(root, 'Value')).toBeUndefined();
});

test('a value that is typed changes the expression, in one entry of the history, and undoing shows it again', async () => {
  const { root, store, text } = await show('context.days > 5');
  await loaded(() => named(root, 'Value'));
  const value = () => named<HTMLInputElement>(root, 'Value')!;
  await type(value(), '1');
  await type(value(), '12');
  expect(text()).toBe('context.days > 12');
  expect(store.getState().history.past).toHaveLength(1);
  await type(value(), '12x');
  expect(frame(root).textContent).toContain('This is no number yet');
  expect(text()).toBe('context.days > 12');
  undoLast(store);
  await loaded(() => value().value === '5');
  expect(text()).toBe('context.days > 5');
});

test('a first line is added to no condition, and the last one taken away leaves none', async () => {
  const { root, text } = await show(undefined);
  expect(frame(root).textContent).toContain('it always holds');
  await loaded(() => named(root, 'Add a line'));
  await press(named(root, 'Add a line'));
  expect(text()).toBe('context.days >= 0');
  await press(named(root, 'Remove the line'));
  expect(text()).toBeUndefined();
});

test('the expression can be written instead, with what is built in it, and built on from what was written', async () => {
  const { root, text } = await show('context.days > 5');
  await press(named(root, 'Write it as an expression'));
  const area = frame(root).querySelector('textarea')!;
  expect(area.value).toBe('context.days > 5');
  await type(area, 'context.days > 5 || context.reason.contains("x")');
  await press(named(root, 'Build it line by line'));
  await loaded(() => named(root, 'Add a line'));
  expect(frame(root).textContent).toContain('At least one of these');
  expect(text()).toBe('context.days > 5 || context.reason.contains("x")');
});

test('what no line can ask stands as text among the lines, and a text that cannot stand there changes nothing', async () => {
  const { root, text } = await show('context.days > 5 && size(context.reason) > context.days');
  await loaded(() => named(root, 'Expression of the line'));
  const line = named<HTMLTextAreaElement>(root, 'Expression of the line')!;
  expect(line.value).toBe('size(context.reason) > context.days');
  await type(line, 'size(context.reason) >');
  expect(frame(root).textContent).toContain('This cannot be read yet');
  expect(text()).toBe('context.days > 5 && size(context.reason) > context.days');
  await type(line, 'context.days < 9 || context.days > 10');
  expect(text()).toBe('context.days > 5 && (context.days < 9 || context.days > 10)');
});

test('an expression with a comment is text, and it is said why', async () => {
  const { root, text } = await show('context.days > 5 // as agreed');
  expect(frame(root).textContent).toContain('It has a comment');
  expect(frame(root).querySelector('textarea')?.value).toBe('context.days > 5 // as agreed');
  expect(text()).toBe('context.days > 5 // as agreed');
});

test('a line that cannot be asked says so under itself', async () => {
  const { root } = await show('context.days > 5 && context.resaon == "x"');
  await loaded(() => named(root, 'Add a line'));
  expect(frame(root).textContent).toContain(
    '`context.resaon` is a field that nobody declares; write `context.reason`',
  );
});

test('another field is found by a part of its title and chosen, and brings a comparison and a value of its kind', async () => {
  const { root, text } = await show('context.days > 5');
  await loaded(() => named(root, 'Field'));
  await press(named(root, 'Field'));
  await loaded(() => named(document, 'Search fields'));
  const search = named<HTMLInputElement>(document, 'Search fields')!;
  expect(search.getAttribute('role')).toBe('combobox');
  await type(search, 'reas');
  const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')];
  await loaded(() => options().length === 2);
  expect(options().map((option) => option.textContent)).toEqual([
    'Reasoncontext.reason',
    'Reasoninput.reason',
  ]);
  await press(options()[0]);
  expect(text()).toBe('context.reason == ""');
});
