import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '@/lib/people/actor';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import type { Scenario } from '@/lib/engine/simulation/scenario';
import { createDefinition, publishDefinition, saveDraft } from './commands';
import { exportDefinition, importDefinition } from './exchange';
import { getDefinition, getDesignWorld, getVersion, listTemplates } from './queries';
import { templates } from './templates/templates';

let database: TestDatabase;
let world: World;
let dora: Actor;
let stranger: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  dora = await world.person('dora');
  stranger = { ...dora, permissions: [] };
});
afterAll(() => database.drop());

describe('a file', () => {
  test.each(['json', 'bpmn'] as const)('in %s comes back as the draft that was exported', async (format) => {
    const [template] = templates;
    take(await createDefinition(dora, { key: `out-${format}`, name: 'Out', template: template!.key }));

    const file = take(await exportDefinition(dora, `out-${format}`, format));
    const { notes, ...imported } = take(await importDefinition(dora, { content: file.content }));
    take(await createDefinition(dora, { key: `in-${format}`, name: 'In', draft: imported }));

    expect(notes).toEqual([]);
    expect(take(await getDefinition(dora, `in-${format}`)).draft).toEqual({
      ...template,
      key: `in-${format}`,
      name: 'In',
    });
  });

  test.each([
    ['neither XML nor JSON', 'hello', /neither BPMN 2.0 nor JSON/],
    ['JSON of something else', '{"a": 1}', /no definition/],
    ['XML of something else', '<svg xmlns="http://www.w3.org/2000/svg"/>', /no BPMN/],
  ])('that is %s is refused in words', async (_, content, words) => {
    expect(await importDefinition(dora, { content })).toMatchObject({
      refusal: { code: 'invalid', message: expect.stringMatching(words) },
    });
  });

  test('as a drawing or a text for documents names every step', async () => {
    take(await createDefinition(dora, { key: 'drawn', name: 'Drawn', template: 'leave-request' }));

    const svg = take(await exportDefinition(dora, 'drawn', 'svg'));
    const mermaid = take(await exportDefinition(dora, 'drawn', 'mermaid'));

    expect(svg).toMatchObject({ name: 'drawn.svg', type: 'image/svg+xml' });
    expect(svg.content.match(/<g><rect/g)).toHaveLength(8);
    expect(mermaid.content).toContain('s3[/"Manager decides"/]');
    expect(mermaid.content).toContain('s1 -->|"Somebody is named"| s2');
  });

  test('needs the right to read, or to edit', async () => {
    expect(await exportDefinition(stranger, 'drawn', 'json')).toMatchObject({
      refusal: { code: 'forbidden' },
    });
    expect(await importDefinition(stranger, { content: '{}' })).toMatchObject({
      refusal: { code: 'forbidden' },
    });
    expect(listTemplates(stranger)).toMatchObject({ refusal: { code: 'forbidden' } });
    expect(await exportDefinition(dora, 'nothing', 'json')).toMatchObject({ refusal: { code: 'not_found' } });
  });
});

describe('scenarios', () => {
  const scenario: Scenario = {
    key: 'quick',
    name: 'Straight through',
    startAt: '2026-03-02T09:00:00.000000Z',
    timeZone: 'UTC',
    subject: '1',
    input: {},
    requester: null,
    people: [],
    rules: {},
    answers: [],
    expected: { status: 'completed' },
  };
  const definition = (key: string) => ({
    key,
    name: 'Straight',
    subject: { type: 'request' },
    steps: [
      { key: 'start', type: 'START' as const },
      { key: 'done', type: 'END' as const, outcome: 'done' },
    ],
    transitions: [{ key: 'go', from: 'start', to: 'done' }],
  });

  test('travel with the draft into the version, and are left as they are by a save that does not speak of them', async () => {
    const saved = { definition: definition('straight'), scenarios: [scenario] };
    take(await saveDraft(dora, 'straight', saved, null));
    take(await saveDraft(dora, 'straight', { definition: definition('straight') }, 1));

    const published = take(await publishDefinition(world.admin, 'straight'));

    expect(take(await getDefinition(dora, 'straight')).scenarios).toEqual([scenario]);
    expect(take(await getVersion(dora, 'straight', published.version)).scenarios).toEqual([scenario]);
  });

  test('that end elsewhere stop publishing, and do not change the hash', async () => {
    const wrong: Scenario = { ...scenario, expected: { status: 'failed' } };
    take(await saveDraft(dora, 'wrong', { definition: definition('wrong'), scenarios: [wrong] }, null));

    const refused = await publishDefinition(world.admin, 'wrong');
    take(await saveDraft(dora, 'wrong', { definition: definition('wrong'), scenarios: [] }, 1));
    const first = take(await publishDefinition(world.admin, 'wrong'));
    take(await saveDraft(dora, 'wrong', { definition: definition('wrong'), scenarios: [scenario] }, 2));
    const second = take(await publishDefinition(world.admin, 'wrong'));

    expect(refused).toMatchObject({
      refusal: { code: 'invalid', data: { findings: [{ code: 'scenario_failed', path: '/scenarios/0' }] } },
    });
    expect(second).toMatchObject({ version: first.version + 1, contentHash: first.contentHash });
  });
});

test('a template that does not exist is not found', async () => {
  expect(await createDefinition(dora, { key: 'x', name: 'X', template: 'nothing' })).toMatchObject({
    refusal: { code: 'not_found' },
  });
});

test('only who may edit sees the people of the organization in the designer', async () => {
  const reader = { ...dora, permissions: ['definitions.read' as const] };

  expect(take(await getDesignWorld(dora)).people.map(({ name }) => name)).toContain('Dora');
  expect(take(await getDesignWorld(reader)).people).toEqual([]);
});
