import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import { startInstance } from '@/lib/instances/start';
import { log } from '@/lib/observability/log';
import type { Actor } from '@/lib/people/actor';
import { activateDueVersions } from '@/lib/runtime/due-versions';
import { refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { activateVersion, takeBackActivation } from './activation';
import { publishDefinition, saveDraft } from './commands';
import { getDefinition, getStartable, listDefinitions } from './queries';
import { restoreVersion } from './restoring';
import { retireDefinition, retireVersion } from './retirement';

let database: TestDatabase;
let world: World;
let dora: Actor;
let ann: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  dora = await world.person('dora');
  ann = await world.person('ann');
});
afterAll(() => database.drop());

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const sweep = () => activateDueVersions(database.app, log('test'));
const nameOf = (key: string, number: number) => `${key} ${number}`;

function numbered(key: string, number: number, more: Partial<Definition> = {}): Definition {
  return {
    ...refund,
    key,
    name: nameOf(key, number),
    subject: { ...refund.subject, unique: false },
    ...more,
  };
}

/** A definition with so many published versions, the last one active. */
async function published(key: string, versions: number): Promise<void> {
  for (let number = 1; number <= versions; number += 1) {
    const revision = number === 1 ? null : number - 1;
    take(await saveDraft(dora, key, { definition: numbered(key, number) }, revision));
    take(await publishDefinition(dora, key));
  }
}

async function start(key: string) {
  return startInstance(ann, { definition: key, subject: { id: 'order-1' }, input: { amount: 500 } });
}

/** The version by which a start goes now. */
async function startedVersion(key: string): Promise<number> {
  const { id } = take(await start(key));
  const { rows } = await database.owner.query<{ version: number }>(
    'SELECT definition_version AS version FROM instances WHERE id = $1',
    [id],
  );
  return rows[0]!.version;
}

/** What was put down for an instant, made due. Only a test may: the guard refuses it to everybody else. */
async function bringForward(key: string, version: number, at: string): Promise<void> {
  const { owner } = database;
  await owner.query('ALTER TABLE version_activations DISABLE TRIGGER version_activations_guard');
  await owner.query(
    `UPDATE version_activations a SET active_from = $3 FROM definitions d
     WHERE d.id = a.definition_id AND d.key = $1 AND a.version = $2 AND a.settled_at IS NULL`,
    [key, version, at],
  );
  await owner.query('ALTER TABLE version_activations ENABLE TRIGGER version_activations_guard');
}

async function auditOf(key: string): Promise<string[]> {
  const { rows } = await database.owner.query<{ action: string }>(
    'SELECT action FROM audit_entries WHERE tenant_id = $1 AND subject = $2 ORDER BY occurred_at, id',
    [dora.tenantId, `definition:${key}`],
  );
  return rows.map(({ action }) => action);
}

describe('a version that is to become active at an instant', () => {
  test('is published and waits, while starts take the one that is active', async () => {
    await published('planned', 1);
    take(await saveDraft(dora, 'planned', { definition: numbered('planned', 2) }, 1));

    const second = take(await publishDefinition(dora, 'planned', undefined, { activeFrom: tomorrow }));
    await sweep();

    expect(second).toMatchObject({ version: 2, activeFrom: tomorrow });
    expect(await startedVersion('planned')).toBe(1);
    const { activeVersion, versions } = take(await getDefinition(dora, 'planned'));
    expect(activeVersion).toBe(1);
    expect(Date.parse(versions[0]!.scheduledFor!)).toBe(Date.parse(tomorrow));
  });

  test('is taken by starts from that instant on, even before a worker has looked, and then is the active one', async () => {
    await published('due', 2);
    take(await activateVersion(dora, 'due', 1, { from: tomorrow }));
    await bringForward('due', 1, '2026-03-01T00:00:00Z');

    const before = await startedVersion('due');
    await sweep();

    expect(before).toBe(1);
    expect(take(await getDefinition(dora, 'due'))).toMatchObject({
      activeVersion: 1,
      versions: [
        { version: 2, active: false, scheduledFor: null },
        { version: 1, active: true, scheduledFor: null },
      ],
    });
    expect(await auditOf('due')).toEqual([
      'definition_published',
      'definition_published',
      'version_activation_put',
      'version_activated',
    ]);
  });

  test('is overtaken by a later one when both instants passed unseen', async () => {
    await published('overtaken', 3);
    take(await activateVersion(dora, 'overtaken', 1, { from: tomorrow }));
    take(await activateVersion(dora, 'overtaken', 2, { from: tomorrow }));
    await bringForward('overtaken', 1, '2026-03-01T00:00:00Z');
    await bringForward('overtaken', 2, '2026-03-02T00:00:00Z');

    await Promise.all([sweep(), sweep(), sweep()]);

    expect(take(await getDefinition(dora, 'overtaken')).activeVersion).toBe(2);
  });

  test('stays as it is when that is taken back, and one that nothing is put down for cannot be', async () => {
    await published('taken', 2);
    take(await activateVersion(dora, 'taken', 1, { from: tomorrow }));

    const taken = await takeBackActivation(dora, 'taken', 1);
    const again = await takeBackActivation(dora, 'taken', 1);

    expect(taken).toMatchObject({ value: { version: 1, active: false, activeFrom: null } });
    expect(again).toMatchObject({ refusal: { code: 'not_found' } });
    expect(take(await getDefinition(dora, 'taken')).versions.map(({ scheduledFor }) => scheduledFor)).toEqual(
      [null, null],
    );
  });

  test('gets another instant by being put down again, and is active at once without one', async () => {
    await published('moved', 2);
    const later = new Date(Date.now() + 2 * 86_400_000).toISOString();
    take(await activateVersion(dora, 'moved', 1, { from: tomorrow }));
    take(await activateVersion(dora, 'moved', 1, { from: later }));

    const [, first] = take(await getDefinition(dora, 'moved')).versions;
    expect(Date.parse(first!.scheduledFor!)).toBe(Date.parse(later));
    take(await activateVersion(dora, 'moved', 1, {}));
    expect(take(await getDefinition(dora, 'moved')).versions[1]).toMatchObject({
      active: true,
      scheduledFor: null,
    });
    expect(take(await getDefinition(dora, 'moved')).draftDiffers).toBe(true);
  });
});

describe('a retired version', () => {
  test('starts nothing, for good, and says why; what runs by it goes on', async () => {
    await published('old', 1);
    const running = take(await start('old'));
    take(await saveDraft(dora, 'old', { definition: numbered('old', 2) }, 1));
    take(await publishDefinition(dora, 'old'));

    const retired = await retireVersion(dora, 'old', 1, { reason: 'The law has changed' });

    expect(retired).toMatchObject({ value: { version: 1, liveInstances: 1 } });
    expect(await activateVersion(dora, 'old', 1, {})).toMatchObject({ refusal: { code: 'terminal' } });
    expect(await retireVersion(dora, 'old', 1, { reason: 'Again' })).toMatchObject({
      refusal: { code: 'terminal' },
    });
    expect(take(await getDefinition(dora, 'old')).versions[1]).toMatchObject({
      liveInstances: 1,
      retired: { by: { name: 'Dora' }, reason: 'The law has changed' },
    });
    const { rows } = await database.owner.query(
      'SELECT public.load_start($1, $2, 1) AS pinned, public.load_start($1, $2) IS NOT NULL AS active',
      [dora.tenantId, 'old'],
    );
    expect(rows).toEqual([{ pinned: null, active: true }]);
    expect(running).toMatchObject({ status: 'waiting' });
  });

  test('is not the active one, nor one that is to become active, and takes a reason', async () => {
    await published('busy', 2);
    take(await activateVersion(dora, 'busy', 1, { from: tomorrow }));

    expect(await retireVersion(dora, 'busy', 2, { reason: 'x' })).toMatchObject({
      refusal: { code: 'not_allowed', message: expect.stringContaining('active one') },
    });
    expect(await retireVersion(dora, 'busy', 1, { reason: 'x' })).toMatchObject({
      refusal: { code: 'not_allowed', message: expect.stringContaining('Take that back') },
    });
    expect(await retireVersion(dora, 'busy', 1, { reason: ' ' })).toMatchObject({
      refusal: { code: 'invalid' },
    });
  });
});

describe('a retired definition', () => {
  test('starts nothing, nothing of it is to become active, and making a version active takes it up again', async () => {
    await published('gone', 2);
    take(await start('gone'));
    take(await activateVersion(dora, 'gone', 1, { from: tomorrow }));

    const retired = await retireDefinition(dora, 'gone', { reason: 'Done by another department' });

    expect(retired).toMatchObject({ value: { version: null, liveInstances: 1 } });
    expect(await start('gone')).toMatchObject({ refusal: { code: 'not_found' } });
    expect(await getStartable(ann, 'gone')).toMatchObject({
      refusal: { code: 'not_found' },
    });
    expect(take(await getDefinition(dora, 'gone'))).toMatchObject({
      activeVersion: null,
      retired: { reason: 'Done by another department', by: { name: 'Dora' } },
      versions: [{ scheduledFor: null }, { scheduledFor: null }],
    });
    expect(take(await listDefinitions(dora, { q: 'gone' })).items[0]?.retiredAt).toEqual(expect.any(String));
    expect(await retireDefinition(dora, 'gone', { reason: 'Again' })).toMatchObject({
      refusal: { code: 'terminal' },
    });

    take(await activateVersion(dora, 'gone', 2, {}));
    expect(take(await getDefinition(dora, 'gone'))).toMatchObject({ activeVersion: 2, retired: null });
    expect(await startedVersion('gone')).toBe(2);
  });

  test('had been published once', async () => {
    take(await saveDraft(dora, 'never', { definition: numbered('never', 1) }, null));

    expect(await retireDefinition(dora, 'never', { reason: 'x' })).toMatchObject({
      refusal: { code: 'not_allowed' },
    });
  });

  test('says which processes start it as a part of theirs', async () => {
    await published('part', 1);
    const caller: Definition = {
      key: 'whole',
      name: 'The whole',
      subject: { type: 'order' },
      maxAge: 'P30D',
      steps: [
        { key: 'start', type: 'START' },
        { key: 'refunding', type: 'SUB_WORKFLOW', definition: 'part', input: { amount: '1' } },
        { key: 'done', type: 'END', outcome: 'done' },
      ],
      transitions: [
        { key: 'go', from: 'start', to: 'refunding' },
        { key: 'end', from: 'refunding', to: 'done' },
      ],
    };
    take(await saveDraft(dora, 'whole', { definition: caller }, null));
    take(await publishDefinition(dora, 'whole'));

    expect(take(await getDefinition(dora, 'part')).startedBy).toEqual([{ key: 'whole', name: 'The whole' }]);
  });
});

describe('a version that is restored', () => {
  test('is the draft again, with its drawing; what the draft had and a version has is no loss', async () => {
    const layout = { start: { x: 7, y: 8 } };
    take(await saveDraft(dora, 'back', { definition: numbered('back', 1), layout }, null));
    take(await publishDefinition(dora, 'back'));
    take(await saveDraft(dora, 'back', { definition: numbered('back', 2), layout: {} }, 1));
    take(await publishDefinition(dora, 'back'));

    const restored = take(await restoreVersion(dora, 'back', 1, {}, 2));

    expect(restored).toMatchObject({ revision: 3 });
    expect(take(await getDefinition(dora, 'back'))).toMatchObject({
      draft: numbered('back', 1),
      layout,
      activeVersion: 2,
      draftDiffers: true,
    });
  });

  test('does not overwrite changes that no version has, unless that is asked for; nor a draft saved meanwhile', async () => {
    await published('kept', 2);
    take(await saveDraft(dora, 'kept', { definition: numbered('kept', 3) }, 2));

    const refused = await restoreVersion(dora, 'kept', 1, {}, 3);
    const late = await restoreVersion(dora, 'kept', 1, { replaceChanges: true }, 2);

    expect(refused).toMatchObject({
      refusal: { code: 'not_allowed', data: { revision: 3, changedBy: 'Dora' } },
    });
    expect(late).toMatchObject({ refusal: { code: 'stale', data: { revision: 3 } } });
    expect(take(await getDefinition(dora, 'kept')).draft?.name).toBe(nameOf('kept', 3));
    take(await restoreVersion(dora, 'kept', 1, { replaceChanges: true }, 3));
    expect(take(await getDefinition(dora, 'kept')).draft?.name).toBe(nameOf('kept', 1));
  });
});

test('only who may publish decides about versions, and another organization’s are not there', async () => {
  await published('guarded', 2);
  const editor: Actor = { ...dora, permissions: ['definitions.read', 'definitions.edit'] };
  const reader: Actor = { ...dora, permissions: ['definitions.read'] };
  const stranger = (await refundWorld(database.owner)).admin;
  const because = { reason: 'x' };

  const asked = (actor: Actor) =>
    Promise.all([
      activateVersion(actor, 'guarded', 1, {}),
      takeBackActivation(actor, 'guarded', 1),
      retireVersion(actor, 'guarded', 1, because),
      retireDefinition(actor, 'guarded', because),
    ]);

  const codes = (results: Awaited<ReturnType<typeof asked>>) =>
    results.map((result) => (result.ok ? 'done' : result.refusal.code));
  expect(codes(await asked(editor))).toEqual(Array(4).fill('forbidden'));
  expect(await restoreVersion(reader, 'guarded', 1, {}, 2)).toMatchObject({
    refusal: { code: 'forbidden' },
  });
  expect(codes(await asked(stranger))).toEqual(Array(4).fill('not_found'));
  expect(await restoreVersion(stranger, 'guarded', 1, {}, 2)).toMatchObject({
    refusal: { code: 'not_found' },
  });
});
