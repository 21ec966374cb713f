import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadStart } from '@/lib/runtime/snapshot';
import { attempt, refusals } from '@/lib/testing/attempt';
import { end, go } from '@/lib/testing/builders/definition-builder';
import { stateEvent } from '@/lib/testing/builders/planned-event';
import { type GuardedWorld, guardedDefinition, guardedWorld } from '@/lib/testing/guarded-world';
import { HandMadeInstance } from '@/lib/testing/hand-made';
import { publish } from '@/lib/testing/tenant';

let world: GuardedWorld;

beforeAll(async () => {
  world = await guardedWorld();
});
afterAll(() => world.drop());

async function published(versionId = world.published.versionId) {
  const { rows } = await world.owner.query(
    `SELECT v.*, (SELECT array_agg(s ORDER BY s.state) FROM definition_states s WHERE s.version_id = v.id) AS states,
       (SELECT array_agg(m ORDER BY m.from_state, m.to_state) FROM state_moves m WHERE m.version_id = v.id) AS moves
     FROM definition_versions v WHERE v.id = $1`,
    [versionId],
  );
  return rows[0] as Record<string, unknown>;
}

describe('a published version, its states and its moves', () => {
  const attacks = [
    "UPDATE definition_versions SET content = jsonb_set(content, '{name}', '\"Mine\"')",
    'UPDATE definition_versions SET layout = NULL',
    'UPDATE definition_versions SET version = 7',
    'DELETE FROM definition_versions',
    'TRUNCATE definition_versions CASCADE',
    "UPDATE definition_states SET state = 'mine'",
    'UPDATE definition_states SET entry = true',
    'DELETE FROM definition_states',
    'TRUNCATE definition_states CASCADE',
    "UPDATE state_moves SET to_state = 'approved'",
    'DELETE FROM state_moves',
    'TRUNCATE state_moves CASCADE',
  ];

  test.each(attacks)('are not changed by the app’s role: %s', async (statement) => {
    expect(await attempt(world.app, world.tenantId, [statement])).toMatchObject({
      refused: refusals.noRight,
    });
  });

  test.each(attacks)('are not changed by the owner: %s', async (statement) => {
    const before = await published();

    expect(await attempt(world.owner, null, [statement])).toMatchObject({ refused: refusals.writtenOnce });
    expect(await published()).toEqual(before);
  });

  test.each([
    ['a state', "INSERT INTO definition_states VALUES ($1, $2, 'mine', false)"],
    ['a second way in', "INSERT INTO definition_states VALUES ($1, $2, 'approved', true)"],
    ['a shortcut', "INSERT INTO state_moves VALUES ($1, $2, 'in_review', 'approved')"],
    ['a way back', "INSERT INTO state_moves VALUES ($1, $2, 'approved', 'in_review')"],
    [
      'a shortcut among its own moves',
      `INSERT INTO state_moves SELECT tenant_id, version_id, to_state, from_state FROM state_moves WHERE tenant_id = $1 AND version_id = $2`,
    ],
  ])('do not get %s, from nobody', async (_, statement) => {
    const values = [world.tenantId, world.published.versionId];

    expect(await attempt(world.app, world.tenantId, [statement, ...values])).toMatchObject({
      refused: refusals.noRight,
    });
    const byOwner = await attempt(world.owner, null, [statement, ...values]);
    expect([refusals.writtenOnce, refusals.unique]).toContain(byOwner.refused);
  });
});

test('publishing again makes the next version and leaves the one before as it was', async () => {
  const first = await published();
  const running = await HandMadeInstance.at(world.app, world.tenantId, world.published, 'running');
  await running.mustMove([stateEvent(null, 'start'), stateEvent('start', 'in_review')]);

  const second = await publish(world.owner, world.tenantId, {
    ...guardedDefinition,
    steps: [...guardedDefinition.steps, end('settled')],
    transitions: [...guardedDefinition.transitions, go('in_review', 'settled')],
  });

  expect(second.version).toBe(2);
  expect(await published()).toEqual(first);
  expect((await loadStart(world.app, world.tenantId, 'refund'))?.definition).toMatchObject({ version: 2 });
  expect(await running.move([stateEvent('in_review', 'settled')])).toMatchObject({
    ok: false,
    refusal: { code: 'not_allowed', data: { definitionVersionId: world.published.versionId } },
  });
  const started = await HandMadeInstance.at(world.app, world.tenantId, second, 'running');
  expect(
    await started.move([
      stateEvent(null, 'start'),
      stateEvent('start', 'in_review'),
      stateEvent('in_review', 'settled'),
    ]),
  ).toMatchObject({ ok: true });
});

describe('what was decided about a version', () => {
  const decided = async () => {
    const { definitionId, version } = world.published;
    await world.owner.query(
      `INSERT INTO version_retirements (tenant_id, definition_id, version, reason) VALUES ($1, $2, $3, 'x')
       ON CONFLICT DO NOTHING`,
      [world.tenantId, definitionId, version],
    );
  };
  const attacks = [
    "UPDATE version_activations SET active_from = now() + interval '1 day'",
    'UPDATE version_activations SET settled_at = NULL, outcome = NULL',
    'DELETE FROM version_activations',
    'TRUNCATE version_activations',
    "UPDATE version_retirements SET reason = 'another'",
    'DELETE FROM version_retirements',
    'TRUNCATE version_retirements',
  ];

  test.each(attacks)('is changed by nobody: %s', async (statement) => {
    await decided();

    expect(await attempt(world.app, world.tenantId, [statement])).toMatchObject({
      refused: refusals.noRight,
    });
    expect(await attempt(world.owner, null, [statement])).toMatchObject({ refused: refusals.writtenOnce });
  });

  test.each([
    'UPDATE definitions SET active_version = 1',
    "UPDATE definitions SET retired_at = now(), retired_reason = 'x'",
    'SELECT public.make_active(tenant_id, id, 1) FROM definitions',
  ])('is decided by the functions, never by the app’s role: %s', async (statement) => {
    expect(await attempt(world.app, world.tenantId, [statement])).toMatchObject({
      refused: refusals.noRight,
    });
  });
});

test('an edited draft changes no version', async () => {
  const before = await published();

  const edited = await attempt(world.app, world.tenantId, [
    'UPDATE definitions SET draft = \'{"steps": [], "transitions": []}\', revision = revision + 1 WHERE id = $1',
    world.published.definitionId,
  ]);

  expect(edited).toMatchObject({ refused: null, rows: 1 });
  expect(await published()).toEqual(before);
});

test('a draft that changed since it was checked is not published', async () => {
  const stale = await attempt(world.app, world.tenantId, [
    "SELECT publish_definition($1, $2, 1, gen_random_uuid(), repeat('a', 64), NULL)",
    world.tenantId,
    world.published.definitionId,
  ]);

  expect(stale).toMatchObject({ refused: refusals.stale });
});

test('an instance keeps its version unless an event migrates it, against the owner too', async () => {
  const instance = await HandMadeInstance.at(world.app, world.tenantId, world.published, 'running');
  const other = await publish(world.owner, world.tenantId, guardedDefinition);

  const switched = await attempt(world.owner, null, [
    'UPDATE instances SET definition_version_id = $2, definition_version = $3 WHERE id = $1',
    instance.id,
    other.versionId,
    other.version,
  ]);

  expect(switched).toMatchObject({ refused: refusals.notAllowed });
});
