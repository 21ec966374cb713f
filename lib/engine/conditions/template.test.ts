import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '@/lib/engine/json';
import { aDefinition } from '@/lib/testing/builders/definition-builder';
import { declaredFields } from './declared';
import { readTemplate, renderJson, renderTemplate, templateExpressions } from './template';

const declared = declaredFields(aDefinition({ input: {} }));
const scope = {
  context: { amount: 1500.5, name: 'Ann', nothing: null, list: [1, 'a'], yes: true },
  input: {},
  rules: {},
  instance: {},
  task: null,
  signal: null,
  secrets: { TOKEN: 's3cret' },
};

function rendered(text: string): Json {
  const evaluation = renderTemplate(text, scope, declared);
  if (!evaluation.ok) throw new Error(evaluation.message);
  return evaluation.value;
}

describe('a text with places', () => {
  it.each<[string, Json]>([
    ['no place', 'no place'],
    ['Pay {{ context.amount }} to {{context.name}}!', 'Pay 1500.5 to Ann!'],
    ['{{ context.amount }}', 1500.5],
    ['{{ context.yes }}', true],
    ['{{ context.list }}', [1, 'a']],
    ['{{ context.nothing }}', null],
    ['[{{ context.nothing }}]', '[]'],
    ['list: {{ context.list }}', 'list: [1,"a"]'],
    [' {{ context.amount }}', ' 1500.5'],
    ['{{ "}}" + context.name }} {{ {"a": {"b": 1}}.a.b }}', '}}Ann 1'],
    ['{{ "{{" }}x', '{{x'],
    ["{{ '\\'' }}.", "'."],
    ['Bearer {{ secrets.TOKEN }}', 'Bearer s3cret'],
    ['}} {', '}} {'],
    ['', ''],
  ])('%j', (text, expected) => {
    expect(rendered(text)).toEqual(expected);
  });

  it.each([
    ['{{ context.amount', 'is not closed'],
    ['{{ }}', 'is empty'],
    ['a {{ context.amount > "x" }}', 'cannot be compared'],
    ['a {{ 1 + }}', 'the syntax is wrong'],
  ])('%j is refused', (text, words) => {
    const evaluation = renderTemplate(text, scope, declared);

    expect(evaluation.ok).toBe(false);
    expect(!evaluation.ok && evaluation.message).toContain(words);
  });

  it('says what it read, and never a secret', () => {
    const evaluation = renderTemplate(
      '{{ context.name }} {{ context.amount }} {{ secrets.TOKEN }}',
      scope,
      declared,
    );

    expect(evaluation).toMatchObject({
      ok: true,
      reads: { 'context.name': 'Ann', 'context.amount': 1500.5 },
    });
    expect(Object.keys(evaluation.ok ? evaluation.reads : {})).toHaveLength(2);
  });

  it('lists its expressions', () => {
    expect(templateExpressions('{{ a }} and {{secrets.B}}')).toEqual(['a', 'secrets.B']);
    expect(templateExpressions('{{ a')).toEqual([]);
  });

  it('is read whatever it is, and put together again', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('{{', '}}', '"', '{{ a }}'))), (pieces) => {
        const text = pieces.join('');
        const template = readTemplate(text);

        if (!template.ok || text.includes('{{')) return;
        expect(template.parts.map((part) => ('text' in part ? part.text : '')).join('')).toBe(text);
      }),
    );
  });
});

describe('JSON with places', () => {
  it('has all its texts filled in and its names left alone', () => {
    const json = {
      '{{ context.name }}': ['{{ context.amount }}', { a: 'x {{ context.name }}', b: 5, c: null }],
    };

    expect(renderJson(json, scope, declared)).toEqual({
      ok: true,
      value: { '{{ context.name }}': [1500.5, { a: 'x Ann', b: 5, c: null }] },
      reads: { 'context.amount': 1500.5, 'context.name': 'Ann' },
    });
  });

  it('says which expression is wrong', () => {
    expect(renderJson({ a: ['{{ context.name > 5 }}'] }, scope, declared)).toMatchObject({
      ok: false,
      expression: 'context.name > 5',
    });
  });
});
