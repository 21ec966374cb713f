import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ChainedEvent, firstPreviousHash, isLinked } from './event-chain';

/** As the database writes it; `prisma/guarantees` compares the two on the database itself. */
const event: ChainedEvent = {
  tenant_id: '01990000-0000-7000-8000-000000000001',
  instance_id: '01990000-0000-7000-8000-000000000002',
  sequence: '1',
  type: 'WORKFLOW_CREATED',
  subject: 'status',
  branch: 'main',
  key: null,
  lifecycle: 'instance',
  from_status: null,
  to_status: 'created',
  version_id: null,
  from_state: null,
  to_state: null,
  from_version_id: null,
  migrated_from: null,
  actor_type: 'user',
  actor_id: 'ann',
  actor_name: 'Ann “the first” Lee \\ \u0007',
  on_behalf_of_id: null,
  on_behalf_of_name: null,
  reason: null,
  correlation_id: null,
  causation_id: null,
  worker_id: null,
  data_text: '{}',
  data_hash: createHash('sha256').update('{}').digest('hex'),
  occurred_at_micros: '1772442000000000',
  previous_hash: firstPreviousHash,
  hash: '',
};

/** The event with the hash that belongs to it, computed from the text that stands in the documentation of the chain. */
function hashed(parts: Partial<ChainedEvent> = {}): ChainedEvent {
  const one = { ...event, ...parts };
  const migrated = ['from_version_id', 'migrated_from'];
  const aside = ['data_text', 'data_hash', 'occurred_at_micros', 'previous_hash', 'hash', ...migrated];
  const columns = Object.entries(one).flatMap(([name, value]) => (aside.includes(name) ? [] : [value]));
  const text = [...columns, one.data_hash, one.occurred_at_micros]
    .map((value) => JSON.stringify(value))
    .join(', ');
  // Only an event that migrates has these, and then at the end.
  const { from_version_id: version, migrated_from: state } = one;
  const end = state === null ? '' : `[${JSON.stringify(version)}, ${JSON.stringify(state)}]`;
  const hash = createHash('sha256')
    .update(Buffer.from(one.previous_hash, 'hex'))
    .update(`[${text}]${end}`)
    .digest('hex');
  return { ...one, hash };
}

test('an event with its own hashes after the event before it is linked', () => {
  const first = hashed();
  const second = hashed({ sequence: '2', previous_hash: first.hash });

  expect(isLinked(first, firstPreviousHash)).toBe(true);
  expect(isLinked(second, first.hash)).toBe(true);
});

test('an event that migrates is linked with the version and the state that it left', () => {
  const migrating = hashed({ from_version_id: 'an id', migrated_from: 'in_review' });

  expect(isLinked(migrating, firstPreviousHash)).toBe(true);
  expect(isLinked({ ...migrating, migrated_from: 'another' }, firstPreviousHash)).toBe(false);
});

test('an event after another one than it names is not linked', () => {
  expect(isLinked(hashed(), hashed().hash)).toBe(false);
});

describe('an event is not linked any more when its', () => {
  const covered = Object.keys(event).filter(
    (name) => name !== 'hash' && name !== 'data_text',
  ) as (keyof ChainedEvent)[];

  test.each(covered)('%s is another', (name) => {
    expect(isLinked({ ...hashed(), [name]: 'another' }, firstPreviousHash)).toBe(false);
  });

  test('data is another', () => {
    expect(isLinked({ ...hashed(), data_text: '{"a": 1}' }, firstPreviousHash)).toBe(false);
  });
});

test('data that was erased leaves the event linked: its hash is still there', () => {
  expect(isLinked({ ...hashed(), data_text: null }, firstPreviousHash)).toBe(true);
});
