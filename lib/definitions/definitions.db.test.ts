import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Definition } from '@/lib/engine/definition/schema';
import { startInstance } from '@/lib/instances/start';
import type { Actor } from '@/lib/people/actor';
import { registerPlugin } from '@/lib/runtime/activities/plugins';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createDefinition, lintDraft, publishDefinition, saveDraft } from './commands';
import {
  getDefinition,
  getDesignWorld,
  getStartable,
  getVersion,
  listActivityTypes,
  listDefinitions,
  listLiveStates,
  listStartable,
} from './queries';

let database: TestDatabase;
let world: World;
let dora: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  dora = await world.person('dora');
});
afterAll(() => database.drop());

const named = (key: string, more: Partial<Definition> = {}): Definition => ({
  ...refund,
  key,
  name: key,
  ...more,
});

describe('a draft', () => {
  test('reads back equal, with its layout', async () => {
    const definition = named('equal', { description: 'Prüfen 審査 ✅ <img src=x>' });
    const layout = { start: { x: 1.5, y: -2 } };

    const saved = take(await saveDraft(dora, 'equal', { definition, layout }, null));
    const read = take(await getDefinition(dora, 'equal'));

    expect(saved).toMatchObject({ revision: 1, created: true });
    expect(read).toMatchObject({
      draft: definition,
      layout,
      revision: 1,
      draftDiffers: true,
      activeVersion: null,
    });
    expect(read.updatedBy?.name).toBe('Dora');
    take(await saveDraft(dora, 'equal', { definition }, 1));
    expect(take(await getDefinition(dora, 'equal')).layout).toEqual(layout);
    take(await saveDraft(dora, 'equal', { definition, layout: null }, 2));
    expect(take(await getDefinition(dora, 'equal')).layout).toBeNull();
  });

  test('of an older revision is stale and says who saved, and when', async () => {
    take(await saveDraft(dora, 'raced', { definition: named('raced') }, null));
    take(await saveDraft(world.admin, 'raced', { definition: named('raced', { name: 'By admin' }) }, 1));

    const late = await saveDraft(dora, 'raced', { definition: named('raced', { name: 'By Dora' }) }, 1);
    const unnamed = await saveDraft(dora, 'raced', { definition: named('raced') }, null);

    expect(late).toMatchObject({
      refusal: { code: 'stale', data: { revision: 2, changedAt: expect.any(String) } },
    });
    expect(unnamed).toMatchObject({ refusal: { code: 'stale' } });
    expect(take(await getDefinition(dora, 'raced')).name).toBe('By admin');
  });

  test('of two that are saved at once, one is kept', async () => {
    take(await saveDraft(dora, 'twice', { definition: named('twice') }, null));

    const results = await Promise.all(
      ['one', 'two'].map((name) => saveDraft(dora, 'twice', { definition: named('twice', { name }) }, 1)),
    );

    expect(results.filter((result) => result.ok)).toHaveLength(1);
  });

  test('with lint errors is kept, with its findings', async () => {
    const saved = take(
      await saveDraft(dora, 'unfinished', { definition: named('unfinished', { transitions: [] }) }, null),
    );

    expect(saved.findings.some(({ severity }) => severity === 'error')).toBe(true);
    expect(take(await lintDraft(dora, 'unfinished')).publishable).toBe(false);
  });

  test.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['something else', { name: 'hello' }],
    ['a list', []],
    ['null', null],
    ['a text', 'x'],
    ['an unknown field', { ...named('bad'), colour: 'red' }],
    ['a step of an unknown type', { ...named('bad'), steps: [{ key: 'a', type: 'MAGIC' }] }],
    ['a NUL character', named('bad', { description: 'a\u0000' })],
    ['half of a surrogate pair', named('bad', { description: '\udc00' })],
    ['another key', named('other')],
    ['a reserved name', JSON.parse(JSON.stringify(named('bad')).replace('"amount"', '"__proto__"'))],
  ])('that is %s is refused, and nothing is saved', async (_, definition) => {
    expect(await saveDraft(dora, 'bad', { definition }, null)).toMatchObject({
      refusal: { code: 'invalid' },
    });
    expect(await getDefinition(dora, 'bad')).toMatchObject({ refusal: { code: 'not_found' } });
  });

  test('that nests without end, or is too large, is refused', async () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown;
    const large = named('bad', { steps: [], input: { text: 'x'.repeat(3_000_000) } });

    expect(await saveDraft(dora, 'bad', { definition: deep }, null)).toMatchObject({
      refusal: { code: 'invalid' },
    });
    expect(await saveDraft(dora, 'bad', { definition: large }, null)).toMatchObject({
      refusal: { code: 'too_large' },
    });
  });

  test.each(['', 'Ä', '../x', '__proto__', 'constructor', 'x'.repeat(65)])(
    'has no key like %j',
    async (key) => {
      expect(await saveDraft(dora, key, { definition: named(key) }, null)).toMatchObject({
        refusal: { code: 'invalid' },
      });
    },
  );
});

describe('a new definition', () => {
  test('has nothing drawn yet, and a key that is taken is refused as such', async () => {
    take(await createDefinition(dora, { key: 'fresh', name: 'Fresh' }));
    const again = await createDefinition(dora, { key: 'fresh', name: 'Another' });

    expect(take(await getDefinition(dora, 'fresh'))).toMatchObject({
      name: 'Fresh',
      layout: {},
      draft: { steps: [], transitions: [] },
    });
    expect(again).toMatchObject({ refusal: { code: 'duplicate' } });
  });

  test('is not made by somebody who may not edit, and what may be named in it is for readers only', async () => {
    const outsider: Actor = { ...dora, permissions: [] };

    expect(await createDefinition(outsider, { key: 'theirs', name: 'Theirs' })).toMatchObject({
      refusal: { code: 'forbidden' },
    });
    expect(await getDesignWorld(outsider)).toMatchObject({ refusal: { code: 'forbidden' } });
    const around = take(await getDesignWorld(dora));
    expect(Object.keys(around.roleNames).sort()).toEqual([...(around.roles ?? [])].sort());
    expect(around.rules).toContain('refund_authority');
  });
});

describe('publishing', () => {
  test('makes versions that do not change, and the newest is active', async () => {
    take(await saveDraft(dora, 'versions', { definition: named('versions') }, null));
    const first = take(await publishDefinition(dora, 'versions', 1));
    take(await saveDraft(dora, 'versions', { definition: named('versions', { name: 'Second' }) }, 1));
    const second = take(await publishDefinition(dora, 'versions'));

    expect([first.version, second.version]).toEqual([1, 2]);
    expect(take(await getVersion(dora, 'versions', 1))).toMatchObject({
      name: 'versions',
      active: false,
      content: named('versions'),
      contentHash: first.contentHash,
      publishedBy: { name: 'Dora' },
      states: ['approved', 'in_review', 'rejected', 'start'],
    });
    expect(take(await getDefinition(dora, 'versions'))).toMatchObject({
      activeVersion: 2,
      draftDiffers: false,
      versions: [
        { version: 2, active: true },
        { version: 1, active: false },
      ],
    });
  });

  test('what is active already makes no other version', async () => {
    take(await saveDraft(dora, 'again', { definition: named('again') }, null));
    const first = take(await publishDefinition(dora, 'again'));

    expect(take(await publishDefinition(dora, 'again'))).toMatchObject({
      version: first.version,
      contentHash: first.contentHash,
    });
    expect(take(await getDefinition(dora, 'again')).versions).toHaveLength(1);
  });

  test.each<[string, Partial<Definition>, string]>([
    ['two STARTs', { steps: [...refund.steps, { key: 'start_2', type: 'START' }] }, 'several_starts'],
    ['no START', { steps: refund.steps.slice(1) }, 'no_start'],
    ['no END', { steps: refund.steps.slice(0, 2) }, 'no_end'],
    [
      'a missing step',
      { transitions: [...refund.transitions, { key: 'x', from: 'in_review', to: 'nowhere' }] },
      'missing_step',
    ],
    [
      'an outcome that leads nowhere',
      { transitions: refund.transitions.slice(0, 2) },
      'outcome_without_transition',
    ],
    [
      'an unknown role',
      {
        steps: refund.steps.map((step) =>
          step.type === 'USER_TASK' ? { ...step, who: { roles: ['nobody_has_it'] } } : step,
        ),
      },
      'unknown_role',
    ],
    [
      'an unknown rule',
      {
        steps: refund.steps.map((step) =>
          step.type === 'USER_TASK'
            ? { ...step, who: { roles: ['approver'], limit: { rule: 'no_such', amount: 'context.amount' } } }
            : step,
        ),
      },
      'unknown_rule',
    ],
  ])('is refused with %s, with code, place and mend', async (what, more, code) => {
    const key = `bad-${code.replaceAll('_', '-')}`;
    take(await saveDraft(dora, key, { definition: named(key, more) }, null));

    const result = await publishDefinition(dora, key);

    expect(result, what).toMatchObject({ refusal: { code: 'invalid' } });
    const findings = result.ok ? [] : (result.refusal.data['findings'] as Record<string, string>[]);
    expect(findings.find((finding) => finding['code'] === code)).toMatchObject({
      severity: 'error',
      path: expect.stringMatching(/^(\/|$)/),
      mend: expect.stringMatching(/./),
    });
    expect(take(await getDefinition(dora, key)).activeVersion).toBeNull();
  });

  test('checks the settings of an activity type that a plugin brings', async () => {
    registerPlugin({
      type: 'acme.scan',
      name: 'Scan',
      settings: z.strictObject({ pages: z.int().min(1) }),
      run: () => Promise.resolve(),
    });
    const scanning = (settings: { pages: string | number }) =>
      named('scanning', {
        steps: [
          { key: 'start', type: 'START' },
          { key: 'scan', type: 'AUTOMATED', activities: [{ key: 'scan', type: 'acme.scan', settings }] },
          { key: 'done', type: 'END', outcome: 'done' },
        ],
        transitions: [
          { key: 'begin', from: 'start', to: 'scan' },
          { key: 'end', from: 'scan', to: 'done' },
        ],
      });
    take(await saveDraft(dora, 'scanning', { definition: scanning({ pages: 'all' }) }, null));

    expect(await publishDefinition(dora, 'scanning')).toMatchObject({
      refusal: {
        data: { findings: [{ code: 'invalid_settings', path: '/steps/1/activities/0/settings/pages' }] },
      },
    });
    take(await saveDraft(dora, 'scanning', { definition: scanning({ pages: 2 }) }, 1));
    expect(take(await publishDefinition(dora, 'scanning')).version).toBe(1);
    expect(take(listActivityTypes(dora)).items).toMatchObject([{ type: 'acme.scan', name: 'Scan' }]);
  });

  test('another revision than the present one is stale', async () => {
    take(await saveDraft(dora, 'moved', { definition: named('moved') }, null));
    take(await saveDraft(dora, 'moved', { definition: named('moved') }, 1));

    expect(await publishDefinition(dora, 'moved', 1)).toMatchObject({
      refusal: { code: 'stale', data: { revision: 2, changedBy: 'Dora' } },
    });
  });
});

describe('definitions', () => {
  test('are listed with their live instances, in pages that hold each once', async () => {
    const other = await refundWorld(database.owner);
    const designer = await other.person('dora');
    for (const key of ['b', 'a', 'c']) {
      take(await saveDraft(designer, key, { definition: named(key, { name: 'Same name' }) }, null));
    }
    await other.start();

    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = take(await listDefinitions(designer, { limit: 2, cursor }));
      seen.push(...page.items.map(({ key, liveInstances }) => `${key}:${liveInstances}`));
      cursor = page.next ?? undefined;
    } while (cursor);

    expect(seen).toEqual(['refund:1', 'a:0', 'b:0', 'c:0']);
    expect(take(await listDefinitions(designer, { q: 'refun' })).items).toHaveLength(1);
  });

  test('need their permissions', async () => {
    const ann = await world.person('ann');
    const sam = await world.person('sam');

    expect(await listDefinitions(ann)).toMatchObject({ refusal: { code: 'forbidden' } });
    expect(await getDefinition(ann, 'refund')).toMatchObject({ refusal: { code: 'forbidden' } });
    expect(await getVersion(ann, 'refund', 1)).toMatchObject({ refusal: { code: 'forbidden' } });
    expect(await lintDraft(ann, 'refund')).toMatchObject({ refusal: { code: 'forbidden' } });
    expect((await getDefinition(sam, 'refund')).ok).toBe(true);
    expect(await saveDraft(sam, 'refund', { definition: refund }, 1)).toMatchObject({
      refusal: { code: 'forbidden' },
    });
    expect(await publishDefinition(sam, 'refund')).toMatchObject({ refusal: { code: 'forbidden' } });
  });

  test('of another tenant are not there', async () => {
    const other = await refundWorld(database.owner);
    take(await saveDraft(dora, 'ours', { definition: named('ours') }, null));
    const stranger = await other.person('dora');

    expect(await getDefinition(stranger, 'ours')).toMatchObject({ refusal: { code: 'not_found' } });
    expect(await publishDefinition(stranger, 'ours')).toMatchObject({ refusal: { code: 'not_found' } });
    expect(await saveDraft(stranger, 'ours', { definition: named('ours') }, 1)).toMatchObject({
      refusal: { code: 'not_found' },
    });
  });

  test.each([0, -1, 1.5, NaN, 2 ** 31, 99])('have no version %d', async (version) => {
    expect(await getVersion(dora, 'refund', version)).toMatchObject({ refusal: { code: 'not_found' } });
  });
});

describe('the catalogue', () => {
  test('shows what the actor may start, and starting agrees with it', async () => {
    const other = await refundWorld(database.owner);
    const designer = await other.person('dora');
    for (const [key, startableBy] of [
      ['for-seniors', ['senior']],
      ['for-nobody', undefined],
    ] as const) {
      const definition = named(key, { startableBy: startableBy && [...startableBy] });
      if (!startableBy) delete definition.startableBy;
      take(await saveDraft(designer, key, { definition }, null));
      take(await publishDefinition(designer, key));
    }
    take(await saveDraft(designer, 'unpublished', { definition: named('unpublished') }, null));
    const keys = async (actor: Actor) => take(await listStartable(actor)).map(({ key }) => key);

    const [carol, bob, sam] = [
      await other.person('carol'),
      await other.person('bob'),
      await other.person('sam'),
    ];

    expect(await keys(carol)).toEqual(['refund']);
    expect(await keys(bob)).toEqual(['refund', 'for-seniors']);
    expect(await keys(sam)).toEqual([]);
    expect(await keys(other.admin)).toEqual(['refund', 'for-nobody', 'for-seniors']);
    for (const actor of [carol, bob, sam]) {
      for (const definition of ['refund', 'for-seniors', 'for-nobody']) {
        const offered = (await getStartable(actor, definition)).ok;
        const order = { definition, subject: { id: `${actor.name}-${definition}` }, input: { amount: 1 } };
        expect((await startInstance(actor, order)).ok).toBe(offered);
      }
    }
  });
});

test('where the live instances of a definition stand is counted by state, and another tenant’s are not there', async () => {
  const counted = take(await listLiveStates(dora, 'refund'));
  const live = take(await getDefinition(dora, 'refund')).versions.reduce(
    (sum, { liveInstances }) => sum + liveInstances,
    0,
  );

  expect(counted.reduce((sum, { instances }) => sum + instances, 0)).toBe(live);
  expect(await listLiveStates({ ...dora, permissions: [] }, 'refund')).toMatchObject({
    refusal: { code: 'forbidden' },
  });
  expect(
    take(await listLiveStates({ ...dora, tenantId: '00000000-0000-7000-8000-0000000000ff' }, 'refund')),
  ).toEqual([]);
});
