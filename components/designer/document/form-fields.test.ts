import { describe, expect, test } from 'vitest';
import { refund } from '@/lib/demo/definitions/refund';
import {
  addField,
  choicesOf,
  fieldsOfForm,
  type FormParts,
  isNewFieldKey,
  isPlainForm,
  moveField,
  removeField,
  renameField,
  retitleField,
  withChoices,
  withFieldWord,
  withKind,
  withRequired,
} from './form-fields';

const given: FormParts = { schema: refund.input!, ui: refund.inputUi };
const none: FormParts = { schema: { type: 'object', properties: {} }, ui: undefined };
const keys = (parts: FormParts) => fieldsOfForm(parts).map(({ key }) => key);

describe('the form builder', () => {
  test('shows the fields in the order in which they are drawn, with what they take', () => {
    expect(fieldsOfForm(given).map(({ key, kind, required }) => [key, kind, required])).toEqual([
      ['orderNumber', 'text', true],
      ['customer', 'text', true],
      ['amount', 'number', true],
      ['reason', 'choice', true],
      ['newCustomer', 'yes_no', false],
      ['details', 'long_text', false],
    ]);
    expect(isPlainForm(given.schema)).toBe(true);
    expect(isPlainForm({ ...given.schema, if: {} })).toBe(false);
  });

  test('makes a field of files', () => {
    const parts = withKind(given, 'customer', 'file');
    expect(fieldsOfForm(parts)[1]).toMatchObject({
      kind: 'file',
      schema: { type: 'string', format: 'file' },
    });
    const narrow = withFieldWord(parts, 'customer', 'accept', ['image/*']);
    expect(fieldsOfForm(withKind(narrow, 'customer', 'text'))[1]?.schema).not.toHaveProperty('accept');
  });

  test('keeps what it has no control for', () => {
    const titled = withFieldWord(given, 'amount', 'title', 'Sum');
    expect(fieldsOfForm(titled)[2]?.schema).toEqual({
      ...fieldsOfForm(given)[2]?.schema,
      title: 'Sum',
    });
    expect(titled.ui).toMatchObject({ amount: { 'ui:options': { currency: 'EUR' } } });
    expect(titled.schema['additionalProperties']).toBe(false);
  });

  test('renames a field wherever it is named, and removes it everywhere', () => {
    const renamed = renameField(given, 'amount', 'sum');
    expect(keys(renamed)[2]).toBe('sum');
    expect(renamed.schema['required']).toEqual(['orderNumber', 'customer', 'sum', 'reason']);
    expect(renamed.ui).toHaveProperty('sum');
    expect(renameField(given, 'amount', 'customer')).toBe(given);
    const removed = removeField(renamed, 'sum');
    expect(JSON.stringify(removed)).not.toContain('"sum"');
  });

  test('knows a new field by its key, whatever the language of its title', () => {
    for (const title of ['New field', 'Neues Feld', '新しい項目']) {
      const parts = addField(addField(none, title), title);
      expect(keys(parts).map(isNewFieldKey)).toEqual([true, true]);
      expect(keys(retitleField(parts, 'field_2', 'Order number'))).toEqual(['field', 'orderNumber']);
    }
    expect(['fields', 'field_of_work', 'field2', 'orderNumber'].map(isNewFieldKey)).toEqual(
      Array(4).fill(false),
    );
  });

  test('a key follows its title until somebody gives it another', () => {
    const typed = (from: FormParts, titles: readonly string[]) =>
      titles.reduce((parts, title) => retitleField(parts, keys(parts).at(-1)!, title), from);
    const added = addField(given, 'Neues Feld');
    expect(keys(typed(added, ['B', 'Be', 'Betrag netto'])).at(-1)).toBe('betragNetto');
    expect(keys(typed(added, ['Customer'])).at(-1)).toBe('customer_2');
    const emptied = typed(added, ['Be', 'B', '']);
    expect(fieldsOfForm(emptied).at(-1)).toMatchObject({ key: 'field', schema: { type: 'string' } });
    expect(keys(typed(emptied, ['Netto'])).at(-1)).toBe('netto');
    const own = renameField(added, 'field', 'net');
    expect(fieldsOfForm(typed(own, ['Betrag'])).at(-1)).toMatchObject({
      key: 'net',
      schema: { title: 'Betrag' },
    });
  });

  test('writes the order down, since stored JSON keeps none', () => {
    let parts = addField(addField(none, 'New field'), 'New field');
    parts = renameField(renameField(parts, 'field_2', 'aaa'), 'field', 'zzz');
    expect(keys(parts)).toEqual(['zzz', 'aaa']);
    expect(keys(moveField(parts, 'aaa', -1))).toEqual(['aaa', 'zzz']);
    const stored = { schema: { ...parts.schema, properties: { aaa: {}, zzz: {} } }, ui: parts.ui };
    expect(keys(stored)).toEqual(['zzz', 'aaa']);
  });

  test('lets a field take something else, with its words kept', () => {
    const long = withKind(given, 'customer', 'long_text');
    expect(fieldsOfForm(long)[1]).toMatchObject({ kind: 'long_text', schema: { title: 'Customer' } });
    expect(fieldsOfForm(withKind(long, 'customer', 'date'))[1]?.kind).toBe('date');
    const choice = withChoices(withKind(given, 'customer', 'choice'), 'customer', [
      { value: 'a', title: 'A' },
    ]);
    expect(choicesOf(fieldsOfForm(choice)[1]!.schema)).toEqual([{ value: 'a', title: 'A' }]);
    expect(withRequired(given, 'customer', false).schema['required']).not.toContain('customer');
  });
});
