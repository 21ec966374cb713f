// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { nothingSelected, only, type Selection } from '@/components/designer/document/document';
import { activitySchema } from '@/lib/engine/definition/activity-schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import { definitionSchema } from '@/lib/engine/definition/schema';
import english from '@/messages/en.json';
import { everything } from './everything';
import { loaded, type Screen, settled, showInspector } from './screen-for-tests';
import { shapeOf, variantName, variantOf } from './setting-shape';

let open: Screen | undefined;
afterEach(() => open?.close());

/** Every setting that the schema has, as `steps[].USER_TASK.who.roles`. */
function settingsOf(schema: z.ZodType, at = ''): string[] {
  const shape = shapeOf(schema);
  if (shape.kind === 'object')
    return shape.fields.flatMap(({ name, schema: field }) => [
      `${at}.${name}`,
      ...settingsOf(field, `${at}.${name}`),
    ]);
  if (shape.kind === 'list') return settingsOf(shape.element, `${at}[]`);
  if (shape.kind !== 'variants') return [];
  return shape.options.flatMap((option) => {
    const inside = `${at}.${nameOf(option)}`;
    return [inside, ...settingsOf(option, inside)];
  });
}

/** The same of what a value uses. */
function used(schema: z.ZodType, value: unknown, at = ''): string[] {
  if (value === undefined) return [];
  const shape = shapeOf(schema);
  if (shape.kind === 'object')
    return shape.fields.flatMap(({ name, schema: field }) => {
      const inner = (value as Record<string, unknown>)[name];
      return inner === undefined ? [] : [`${at}.${name}`, ...used(field, inner, `${at}.${name}`)];
    });
  if (shape.kind === 'list')
    return (value as unknown[]).flatMap((item) => used(shape.element, item, `${at}[]`));
  if (shape.kind !== 'variants') return [];
  const option = shape.options[variantOf(shape.options, value, shape.discriminator)]!;
  const inside = `${at}.${nameOf(option)}`;
  return [inside, ...used(option, value, inside)];
}

/** A variant by what tells it from the others. */
function nameOf(option: z.ZodType): string {
  const shape = shapeOf(option);
  const type = shape.kind === 'object' ? shape.fields.find(({ name }) => name === 'type') : undefined;
  const fixed = type && shapeOf(type.schema);
  return fixed?.kind === 'fixed' ? String(fixed.value) : variantName(option);
}

test('the definition of these tests uses every setting that the schema has', () => {
  const common =
    /\.(async|timeout|retry|output|outputSchema|compensation|irreversible|resource|when|name)(\.|$)/;
  // What all activities have in common is set at one of them.
  const inActivity = (path: string) => path.includes('activities[]') || path.includes('compensations[]');
  const inUse = new Set(used(definitionSchema, everything));
  const of = (path: string) => inUse.has(path) || (inActivity(path) && common.test(path));
  const atFirst = used(
    activitySchema,
    everything.steps.find((step) => step.type === 'AUTOMATED')?.activities[0],
  );
  for (const setting of [
    'async',
    'timeout',
    'retry',
    'output',
    'outputSchema',
    'compensation',
    'irreversible',
    'resource',
    'when',
  ])
    expect(atFirst.some((path) => path.endsWith(`.${setting}`))).toBe(true);
  const missing = settingsOf(definitionSchema).filter((path) => !of(path) && !elsewhere(path));
  expect(missing).toEqual([]);
});

test('every setting has a label in the texts, so that none is called by its key', () => {
  // Drawn, or edited by an editor with words of its own: a transition's trigger.
  const other = new Set(['steps', 'transitions', 'annotations', 'deadline', 'error']);
  const { inSettings, ...labels } = english.designer.settings;
  const nameless = namesIn(definitionSchema).filter(
    (name) => !(name in labels || name in inSettings || other.has(name)),
  );
  expect(nameless).toEqual([]);
});

/** The names that settings have, whatever they are in. */
function namesIn(schema: z.ZodType): string[] {
  const shape = shapeOf(schema);
  if (shape.kind === 'object')
    return shape.fields.flatMap(({ name, schema: field }) => [name, ...namesIn(field)]);
  if (shape.kind === 'list') return namesIn(shape.element);
  return shape.kind === 'variants' ? shape.options.flatMap(namesIn) : [];
}

/** Activities and steps have their settings in one place each; the same settings stand in several places of the schema. */
function elsewhere(path: string): boolean {
  const again = /^\.(transitions\[\]\.activities|compensations)\[\]\.|\.forEach\.wait\.(all|any)$/.test(path);
  return again || /\.(name|description)$/.test(path);
}

/** The first step of its type, and the other kinds of timer. */
function distinct({ type, key }: Step): boolean {
  const first = everything.steps.find((step) => step.type === type);
  return first?.key === key || type === 'WAIT_FOR_TIMER';
}

const selections: [name: string, selection: Selection][] = [
  ['the process', nothingSelected],
  ...everything.steps
    .filter(distinct)
    .map(({ key, type }): [string, Selection] => [`${type} ${key}`, only({ steps: [key] })]),
  ...['first', 'gone', 'interrupt', 'one_error', 'child'].map((key): [string, Selection] => [
    `transition ${key}`,
    only({ transitions: [key] }),
  ]),
  ['a note', only({ annotations: ['note'] })],
  ['a group', only({ annotations: ['group'] })],
];

test.each(selections)(
  'shown and gone through field by field, %s is afterwards what it was',
  async (_, selection) => {
    open = await showInspector({ definition: everything }, selection, {
      roleNames: { boss: 'Boss' },
      people: [{ email: 'ann@example.test', name: 'Ann', roles: [] }],
      timeZone: 'Europe/Berlin',
    });
    const { root, store } = open;
    const before = store.getState().history;
    await loaded(() => !root.querySelector('[data-setting$="/when"] p + :empty'));
    const fields = [...root.querySelectorAll<HTMLElement>('input, textarea')];
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) {
      field.focus();
      field.blur();
    }
    await settled();
    expect(store.getState().history.present.definition).toEqual(everything);
    expect(store.getState().history.past).toEqual(before.past);
  },
);
