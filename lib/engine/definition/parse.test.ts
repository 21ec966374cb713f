import { Ajv2020 } from 'ajv/dist/2020';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/lib/engine/json';
import { aDefinition, automated, callApi, go, userTask } from '@/lib/testing/builders/definition-builder';
import { definitionArbitrary } from '@/lib/testing/builders/definition-arbitrary';
import { canonicalText } from './canonical';
import { definitionJsonSchema } from './json-schema';
import { lint } from './lint';
import { parseDefinition } from './parse';

function findingsOf(json: unknown) {
  const parsed = parseDefinition(json);
  return parsed.ok ? [] : parsed.findings;
}

function changed(change: (definition: Record<string, never>) => void): unknown {
  const copy = JSON.parse(JSON.stringify(aDefinition())) as Record<string, never>;
  change(copy);
  return copy;
}

const everythingUnknown = {
  roles: [],
  rules: [],
  functions: [],
  secrets: [],
  definitions: [],
  activityTypes: [],
};
const nothingKnown = {
  roles: null,
  rules: null,
  functions: null,
  secrets: null,
  definitions: null,
  activityTypes: null,
};

describe('a definition', () => {
  it('reads back equal to the JSON that it came from, whatever it says', () => {
    fc.assert(
      fc.property(definitionArbitrary, (definition) => {
        const json = JSON.parse(JSON.stringify(definition)) as Json;

        const parsed = parseDefinition(json);

        if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings, null, 1));
        expect(JSON.parse(JSON.stringify(parsed.definition))).toEqual(json);
        expect(canonicalText(parsed.definition)).toBe(canonicalText(json as never));
      }),
      { numRuns: 200 },
    );
  }, 60_000);

  it('always gets an answer from lint, with every part of it about something that is there', () => {
    fc.assert(
      fc.property(
        definitionArbitrary,
        fc.constantFrom(everythingUnknown, nothingKnown),
        (definition, around) => {
          const keys = new Set(
            [...definition.steps, ...definition.transitions, ...(definition.annotations ?? [])].map(
              ({ key }) => key,
            ),
          );

          for (const finding of lint(definition, around)) {
            expect(finding.message).toMatch(/^.+[.]$/su);
            expect(finding.mend).toMatch(/^.+[.]$/su);
            expect(finding.path === '' || finding.path.startsWith('/')).toBe(true);
            if (finding.element !== null) expect(keys).toContain(finding.element);
          }
        },
      ),
      { numRuns: 200 },
    );
  }, 60_000);

  it('comes up at random with every field that the schema has', () => {
    const seen = new Set<string>();
    const values = new Set<unknown>();
    for (const definition of fc.sample(definitionArbitrary, { numRuns: 600, seed: 7 }))
      JSON.stringify(definition, (name: string, value: unknown) => {
        seen.add(name);
        if (typeof value === 'string' && value.length < 20) values.add(value);
        return value;
      });

    const { fields, constants } = namesOf(definitionJsonSchema());
    expect([...fields].filter((name) => !seen.has(name))).toEqual([]);
    expect([...constants].filter((value) => !values.has(value))).toEqual([]);
  }, 60_000);
});

describe('any JSON', () => {
  it('gets an answer', () => {
    fc.assert(fc.property(fc.jsonValue(), (json) => typeof parseDefinition(json).ok === 'boolean'));
  });

  it('gets an answer when a part of a definition is replaced by it', () => {
    fc.assert(
      fc.property(definitionArbitrary, fc.jsonValue(), fc.nat(), (definition, json, place) => {
        const copy = JSON.parse(JSON.stringify(definition)) as Record<string, Json>;
        const name = Object.keys(copy)[place % Object.keys(copy).length] ?? 'key';

        for (const finding of findingsOf({ ...copy, [name]: json }))
          expect(finding.code).toMatch(/^(invalid_shape|unknown_field)$/);
      }),
    );
  });

  it.each([null, 5, 'x', true, [], undefined])('that is no object is no definition: %j', (json) => {
    expect(findingsOf(json)).toMatchObject([{ code: 'invalid_shape', path: '' }]);
  });

  it('that lacks everything hears of each part that is missing', () => {
    expect(findingsOf({}).map(({ path }) => path)).toEqual([
      '/key',
      '/name',
      '/subject',
      '/steps',
      '/transitions',
    ]);
    expect(findingsOf({ name: 'hello' }).map(({ message }) => message)).toContain('key is missing.');
  });

  it('that is nested without end is refused', () => {
    let json: Json = 1;
    for (let level = 0; level < 200_000; level++) json = [json];

    expect(findingsOf({ ...aDefinition(), input: { deep: json } })).toMatchObject([
      { code: 'invalid_shape' },
    ]);
  });

  it.each(['__proto__', 'constructor', 'prototype'])(
    'with the name %s anywhere is refused and changes nothing',
    (name) => {
      const text = JSON.stringify(aDefinition()).replace('"amount":', `"${name}":`);

      expect(findingsOf(JSON.parse(text))).toMatchObject([
        { code: 'invalid_shape', path: `/input/properties/${name}` },
      ]);
      expect(({} as Record<string, unknown>)['type']).toBeUndefined();
    },
  );
});

describe('a field that definitions do not have', () => {
  it.each<[string, (definition: JsonObject) => unknown, string | null]>([
    ['/extra', (definition) => ({ ...definition, extra: 1 }), null],
    ['/subject/kind', (definition) => ({ ...definition, subject: { type: 'order', kind: 'x' } }), null],
    [
      '/steps/1/who/roels',
      (definition) => ({
        ...definition,
        steps: [
          { key: 'start', type: 'START' },
          { ...userTask('in_review'), who: { roels: [] } },
        ],
      }),
      'in_review',
    ],
    [
      '/steps/0/activities/0/settings/uri',
      (definition) => ({
        ...definition,
        steps: [
          automated('paying', [
            { ...callApi('pay', 'x'), settings: { method: 'GET', url: 'x', uri: 'y' } } as never,
          ]),
        ],
      }),
      'paying',
    ],
    [
      '/transitions/0/on/out~1come',
      (definition) => ({
        ...definition,
        transitions: [{ ...go('a', 'b'), on: { outcome: 'x', 'out/come': 'y' } }],
      }),
      'a-b',
    ],
    [
      '/steps/0/activities/0/colour',
      (definition) => ({
        ...definition,
        steps: [automated('paying', [{ ...callApi('pay', 'x'), colour: 'red' } as never])],
      }),
      'paying',
    ],
  ])('is refused with its path %s', (path, change, element) => {
    const json = change(JSON.parse(JSON.stringify(aDefinition())) as JsonObject);

    expect(findingsOf(json)).toMatchObject([{ code: 'unknown_field', severity: 'error', path, element }]);
  });

  it('is told the name that was probably meant', () => {
    expect(
      findingsOf(changed((definition) => Object.assign(definition, { startabelBy: [] })))[0]?.mend,
    ).toContain('"startableBy"');
  });
});

describe('what has the wrong shape', () => {
  const parts = (json: unknown) =>
    findingsOf(json).map(({ path, message, mend }) => ({ path, message, mend }));

  it.each<[unknown, string, string]>([
    [{ ...aDefinition(), key: 'Refund' }, '/key', 'starts with a lower-case letter'],
    [{ ...aDefinition(), name: 'trailing ' }, '/name', 'may not begin or end with a space'],
    [{ ...aDefinition(), name: 'x'.repeat(300) }, '/name', 'at most 200'],
    [{ ...aDefinition(), name: 5 }, '/name', 'name is a number and must be text'],
    [{ ...aDefinition(), maxAge: '3 days' }, '/maxAge', 'write a duration like'],
    [{ ...aDefinition(), afterCompensation: 'gone' }, '/afterCompensation', '"reversed", "completed"'],
    [{ ...aDefinition(), steps: {} }, '/steps', 'is an object and must be a list'],
    [
      { ...aDefinition(), steps: [{ key: 'a', type: 'USERTASK' }] },
      '/steps/0/type',
      '"USERTASK" is not a type',
    ],
    [{ ...aDefinition(), steps: [{ key: 'a' }] }, '/steps/0/type', 'type is missing'],
    [{ ...aDefinition(), steps: [null] }, '/steps/0', 'Entry 1 of steps is null and must be an object'],
    [
      { ...aDefinition(), steps: [automated('a', [{ key: 'b', type: 'CALLAPI', settings: {} } as never])] },
      '/steps/0/activities/0/type',
      '"CALLAPI" is not a type',
    ],
    [
      {
        ...aDefinition(),
        steps: [automated('a', [{ ...callApi('b', 'x'), settings: { method: 'FETCH', url: 'x' } } as never])],
      },
      '/steps/0/activities/0/settings/method',
      'method must be one of "GET"',
    ],
    [
      { ...aDefinition(), steps: [automated('a', [{ key: 'b', type: 'acme.scan' } as never])] },
      '/steps/0/activities/0/settings',
      'settings is missing',
    ],
    [
      {
        ...aDefinition(),
        steps: [{ key: 'w', type: 'WAIT_FOR_TIMER', timer: { cron: 5, timeZone: 'UTC' } }],
      },
      '/steps/0/timer/cron',
      'cron is a number',
    ],
    [
      { ...aDefinition(), transitions: [{ ...go('a', 'b'), on: 'done' }] },
      '/transitions/0/on',
      'none of the shapes',
    ],
    [
      { ...aDefinition(), transitions: [{ ...go('a', 'b'), on: { outcome: 5 } }] },
      '/transitions/0/on/outcome',
      'must be text',
    ],
    [
      { ...aDefinition(), transitions: [{ ...go('a', 'b'), priority: 1.5 }] },
      '/transitions/0/priority',
      'a whole number',
    ],
    [
      { ...aDefinition(), steps: [userTask('t', { outcomes: [] })] },
      '/steps/0/outcomes',
      'at least one outcome',
    ],
  ])('is said with its place and in plain words (%#)', (json, path, words) => {
    const found = parts(json);

    expect(found).toHaveLength(1);
    expect(found[0]?.path).toBe(path);
    expect(found[0]?.message).toContain(words);
    expect(`${found[0]?.message} ${found[0]?.mend}`).not.toMatch(/Invalid input|expected|received|undefined/);
  });
});

describe('names in any script (B51)', () => {
  it('are kept as they were written', () => {
    const names = ['Prüfen', '審査', '審問', '✅ ok/nein', 'a.b', '__proto__'];
    const steps = names.map((name, index) => userTask(`step-${index}`, { name }));

    const parsed = parseDefinition(JSON.parse(JSON.stringify({ ...aDefinition(), steps })));

    expect(parsed.ok && parsed.definition.steps.map((step) => step.name)).toEqual(names);
  });
});

describe('the text for hashing', () => {
  it('does not depend on the order of keys, and on everything else', () => {
    expect(canonicalText({ ...aDefinition() })).toBe(
      canonicalText(Object.fromEntries(Object.entries(aDefinition()).reverse()) as never),
    );
    expect(canonicalText(aDefinition({ name: 'Other' }))).not.toBe(canonicalText(aDefinition()));
    expect(canonicalText(aDefinition({ steps: [...aDefinition().steps].reverse() }))).not.toBe(
      canonicalText(aDefinition()),
    );
  });
});

describe('the published JSON Schema', () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(definitionJsonSchema());

  it('lets through what is a definition, and nothing that has the wrong shape', () => {
    expect(validate(aDefinition())).toBe(true);
    for (const json of [{}, null, { ...aDefinition(), extra: 1 }, { ...aDefinition(), key: 'Refund' }])
      expect(validate(json)).toBe(false);
    fc.assert(
      fc.property(definitionArbitrary, (definition) => validate(JSON.parse(JSON.stringify(definition)))),
      { numRuns: 100 },
    );
  }, 60_000);
});

/** The names of all fields in a JSON Schema, and the values of its closed lists. */
function namesOf(schema: JsonObject): { fields: Set<string>; constants: Set<string> } {
  const fields = new Set<string>();
  const constants = new Set<string>();
  JSON.stringify(schema, (name: string, value: unknown) => {
    if (name === 'properties') for (const field of Object.keys(value as object)) fields.add(field);
    if (name === 'const' && typeof value === 'string') constants.add(value);
    if (name === 'enum') for (const one of value as string[]) constants.add(one);
    return value;
  });
  return { fields, constants };
}
