import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { definitionJsonSchema } from '@/lib/engine/definition/json-schema';
import { refund } from '@/lib/demo/definitions/refund';
import { codeOf } from '@/components/designer/document/code';
import { completionsAt } from './completions';
import { cursorAt } from './json-cursor';

const schema = definitionJsonSchema();
/** What fits at the `|` of a text. */
function at(text: string, names: readonly string[] = []) {
  const offset = text.indexOf('|');
  return completionsAt(text.replace('|', ''), offset, schema, () => names);
}
const labels = (text: string) => at(text).map(({ label }) => label);
const accepted = (text: string, label: string) => {
  const { from, to, insert } = at(text).find((one) => one.label === label)!;
  const whole = text.replace('|', '');
  return whole.slice(0, from) + insert + whole.slice(to);
};

describe('at a name', () => {
  test('the settings of that place are offered, without those that it has', () => {
    expect(labels('{ "key": "a", | }')).toEqual(expect.arrayContaining(['name', 'steps', 'startableBy']));
    expect(labels('{ "key": "a", | }')).not.toContain('key');
    expect(labels('{ "steps": [{ "key": "a", "type": "USER_TASK", "|')).toEqual(
      expect.arrayContaining(['who', 'outcomes', 'due']),
    );
  });

  test('a step has the settings of its type only', () => {
    expect(labels('{ "steps": [{ "type": "END", | }] }')).toContain('outcome');
    expect(labels('{ "steps": [{ "type": "END", | }] }')).not.toContain('who');
  });

  test('what begins as is written stands first, and takes the place of it', () => {
    expect(labels('{ "st|" }')[0]).toMatch(/^st/);
    expect(accepted('{ "st|" }', 'steps')).toBe('{ "steps":  }');
    expect(accepted('{ "st|eps": [] }', 'startableBy')).toBe('{ "startableBy": [] }');
  });
});

describe('at a value', () => {
  test('the choices are offered, and what there is by name', () => {
    expect(labels('{ "steps": [{ "type": | }] }')).toEqual(expect.arrayContaining(['START', 'USER_TASK']));
    expect(labels('{ "subject": { "unique": | } }')).toEqual(['true', 'false']);
    expect(accepted('{ "steps": [{ "type": "US|" }] }', 'USER_TASK')).toBe(
      '{ "steps": [{ "type": "USER_TASK" }] }',
    );
    expect(at('{ "transitions": [{ "from": "|" }] }', ['start']).map(({ insert }) => insert)).toEqual([
      '"start"',
    ]);
  });

  test('nothing is offered where nothing can be written', () => {
    expect(at('{ "key": "a" | }')).toEqual([]);
    expect(at('{ "key" | }')).toEqual([]);
  });
});

test('wherever the cursor stands in a definition, there is an answer, and its place is in the text', () => {
  const text = codeOf(refund);
  fc.assert(
    fc.property(fc.nat(text.length), (offset) => {
      const cursor = cursorAt(text, offset);
      expect(cursor === null || cursor.from <= offset).toBe(true);
      for (const { from, to } of completionsAt(text, offset, schema, () => []))
        expect(0 <= from && from <= offset && offset <= to && to <= text.length).toBe(true);
    }),
    { numRuns: 200 },
  );
});
