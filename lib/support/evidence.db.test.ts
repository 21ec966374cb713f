import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pauseInstance } from '@/lib/instances/commands';
import { verifyEvidence } from '@/lib/runtime/evidence-file';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { type Evidence, exportEvidence } from './evidence';

let database: TestDatabase;
let world: World;
let evidence: Evidence;
const folder = mkdtempSync(path.join(tmpdir(), 'interlock-evidence-'));
const file = path.join(folder, 'evidence.json');

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  const { id } = await world.start({ input: { amount: 5, customer: 'Zoë “Z” \\ ünïcode 漢字' } });
  const sam = await world.person('sam');
  take(await pauseInstance(sam, id, { reason: 'says "wait"\n\tplease' }));
  evidence = JSON.parse(JSON.stringify(take(await exportEvidence(sam, id)))) as Evidence;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

test('the evidence of a history is verified without the product and without its database', () => {
  writeFileSync(file, JSON.stringify(evidence));

  expect(verifyEvidence(evidence)).toMatchObject({ ok: true, events: evidence.events.length, erased: 0 });
  expect(execFileSync('node', ['docs/verify-evidence.mjs', file], { encoding: 'utf8' })).toContain(
    `${evidence.events.length} events, whole`,
  );
});

const third = 2;
test.each<[string, (events: Record<string, unknown>[]) => void]>([
  ['a reason', (events) => (events.at(-1)!['reason'] = 'another')],
  ['the data', (events) => (events[third]!['data_text'] = '{"amount": 1}')],
  ['an actor', (events) => (events[third]!['actor_name'] = 'Somebody')],
  ['an instant', (events) => (events[third]!['occurred_at'] = '2001-01-01T00:00:00.000000Z')],
  ['an event that is left out', (events) => events.splice(third, 1)],
  ['two events the other way round', (events) => events.splice(third, 2, events[third + 1]!, events[third]!)],
])('shows when it was changed: %s', (_, change) => {
  const changed = structuredClone(evidence) as unknown as { events: Record<string, unknown>[] };
  change(changed.events);
  writeFileSync(file, JSON.stringify(changed));

  expect(verifyEvidence(changed)).toMatchObject({ ok: false });
  expect(spawnSync('node', ['docs/verify-evidence.mjs', file]).status).toBe(1);
});

test('evidence is taken along by support alone, and the audit log says so', async () => {
  const id = evidence.instance.id;

  expect(await exportEvidence(await world.person('carol'), id)).toMatchObject({
    refusal: { code: 'forbidden' },
  });
  expect(await exportEvidence(await world.person('eve'), id)).toMatchObject({
    refusal: { code: 'not_found' },
  });
  const { rows } = await database.owner.query(
    "SELECT actor_name FROM audit_entries WHERE action = 'evidence_exported' AND subject = $1",
    [`instance:${id}`],
  );
  expect(rows).toEqual([{ actor_name: 'Sam' }]);
});
