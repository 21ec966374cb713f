import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAbsence } from '@/lib/absence/commands';
import { saveDraft } from '@/lib/definitions/commands';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Actor } from '@/lib/people/actor';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { dryRun } from './queries';
import type { DryRun, DryRunEntry } from './schema';

const payout: Definition = {
  key: 'payout',
  name: 'Payout',
  subject: { type: 'order' },
  input: {
    type: 'object',
    properties: { amount: { type: 'number' }, iban: { type: 'string' } },
    required: ['amount', 'iban'],
    additionalProperties: false,
  },
  startableBy: ['employee'],
  maxAge: 'P30D',
  steps: [
    { key: 'start', type: 'START' },
    {
      key: 'in_review',
      type: 'USER_TASK',
      name: 'Review',
      title: 'Pay {{ context.amount }}',
      who: { roles: ['approver'], limit: { rule: 'refund_authority', amount: 'context.amount' } },
      outcomes: [
        { key: 'approve', name: 'Approve', kind: 'positive' },
        { key: 'reject', name: 'Reject', kind: 'negative' },
      ],
      due: {
        in: 'P3D',
        ladder: [
          { key: 'reminder', at: '-P1D', action: 'remind' },
          { key: 'over', at: 'P0D', action: 'transition' },
        ],
      },
    },
    {
      key: 'paying',
      type: 'AUTOMATED',
      name: 'Paying',
      activities: [
        {
          key: 'pay',
          type: 'CALL_API',
          settings: {
            method: 'POST',
            url: 'https://bank.example/transfers',
            headers: { authorization: 'Bearer {{ secrets.BANK_TOKEN }}' },
            body: { iban: '{{ context.iban }}', amount: '{{ context.amount }}' },
          },
          compensation: 'refund_back',
        },
        {
          key: 'tell',
          type: 'SEND_EMAIL',
          settings: {
            to: ['{{ instance.requester.email }}'],
            subject: 'Paid {{ context.amount }}',
            body: 'It is on its way to {{ context.iban }}.',
          },
        },
      ],
    },
    { key: 'paid', type: 'END', outcome: 'paid' },
    { key: 'rejected', type: 'END', outcome: 'rejected' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'in_review' },
    { key: 'approve', from: 'in_review', to: 'paying', on: { outcome: 'approve' } },
    { key: 'reject', from: 'in_review', to: 'rejected', on: { outcome: 'reject' } },
    { key: 'late', from: 'in_review', to: 'rejected', on: { deadline: 'over' } },
    { key: 'done', from: 'paying', to: 'paid' },
  ],
  compensations: [
    {
      key: 'refund_back',
      type: 'CALL_API',
      settings: { method: 'DELETE', url: 'https://bank.example/transfers/1' },
    },
  ],
} as Definition;

let database: TestDatabase;
let world: World;
let dora: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  dora = await world.person('dora');
  take(await saveDraft(dora, 'payout', { definition: payout, layout: {} }, null));
});
afterAll(() => database.drop());

const input = { amount: 120, iban: 'DE02' };
const asked = async (more: Parameters<typeof dryRun>[2] = {}) =>
  take(
    await dryRun(dora, 'payout', {
      input,
      requester: 'ann@example.test',
      startAt: '2026-03-02T09:00:00Z',
      ...more,
    }),
  );
function only<K extends DryRunEntry['kind']>({ entries }: DryRun, kind: K) {
  return entries.filter((entry): entry is Extract<DryRunEntry, { kind: K }> => entry.kind === kind);
}

describe('a dry run', () => {
  test('says who would get the task, what would be called and sent, and when what is due', async () => {
    const run = await asked();

    expect(run.requester).toMatchObject({ email: 'ann@example.test', mayStart: true });
    const [task] = only(run, 'task');
    expect(task).toMatchObject({
      title: 'Pay 120',
      roles: ['approver'],
      assumed: 'approve',
      dueAt: expect.stringMatching(/^2026-03-05T09:00/),
      rungs: [
        { key: 'reminder', at: expect.stringMatching(/^2026-03-04T09:00/), action: 'remind' },
        { key: 'over', at: expect.stringMatching(/^2026-03-05T09:00/), action: 'transition' },
      ],
    });
    expect(task?.people.map(({ name }) => name)).toEqual(expect.arrayContaining(['Bob']));
    expect(task?.people.map(({ email }) => email)).not.toContain('ann@example.test');
    expect(only(run, 'call')).toMatchObject([
      {
        activity: 'pay',
        settings: {
          method: 'POST',
          url: 'https://bank.example/transfers',
          body: { iban: 'DE02', amount: 120 },
        },
      },
    ]);
    expect(only(run, 'mail')).toMatchObject([
      { to: ['ann@example.test'], subject: 'Paid 120', text: 'It is on its way to DE02.' },
    ]);
    expect(run.end).toMatchObject({ status: 'completed', outcome: 'paid', because: null });
  });

  test('shows a secret by its name, whatever it is', async () => {
    const [call] = only(await asked(), 'call');

    expect(call?.settings).toMatchObject({ headers: { authorization: 'Bearer ‹secret BANK_TOKEN›' } });
  });

  test('goes another way with another outcome, and lets the deadline pass where nobody decides', async () => {
    const rejected = await asked({ outcomes: { in_review: 'reject' } });
    const late = await asked({ outcomes: { in_review: null } });

    expect(rejected.end.outcome).toBe('rejected');
    expect(only(rejected, 'call')).toEqual([]);
    expect(only(late, 'passed').map(({ rung }) => rung)).toEqual(['reminder', 'over']);
    expect(late.end).toMatchObject({ outcome: 'rejected', at: expect.stringMatching(/^2026-03-05T09:00/) });
  });

  test('shows what stops it when an activity fails', async () => {
    const run = await asked({ failing: ['tell'] });

    expect(only(run, 'mail')).toMatchObject([{ fails: true }]);
    expect(run.end).toMatchObject({ status: 'needs_attention', because: expect.any(String) });
  });

  test('names the deputies of those who are away then', async () => {
    const steps = payout.steps.map((step) =>
      step.type === 'USER_TASK' ? { ...step, who: { roles: ['approver'] } } : step,
    );
    const definition = { ...payout, key: 'unlimited', steps };
    take(await saveDraft(dora, 'unlimited', { definition, layout: {} }, null));
    const people = async (startAt: string) => {
      const run = take(await dryRun(dora, 'unlimited', { input, requester: 'ann@example.test', startAt }));
      return only(run, 'task')[0]?.people;
    };
    take(
      await createAbsence(await world.person('bob'), {
        deputy: 'dora@example.test',
        endsAt: '2099-01-01T00:00:00Z',
      }),
    );

    const now = await people(new Date(Date.now() + 60_000).toISOString());
    const before = await people('2026-03-02T09:00:00Z');

    expect(now).toContainEqual({ name: 'Dora', email: 'dora@example.test', actingFor: 'Bob' });
    expect(before).toEqual([{ name: 'Bob', email: 'bob@example.test', actingFor: null }]);
  });

  test('sends nothing and stores nothing', async () => {
    const rows = async () => {
      const { rows: counts } = await database.owner.query<{ rows: string }>(
        `SELECT (SELECT count(*) FROM instances) + (SELECT count(*) FROM events) + (SELECT count(*) FROM outbox)
           + (SELECT count(*) FROM audit_entries) AS rows`,
      );
      return counts[0]!.rows;
    };
    const before = await rows();

    await asked();

    expect(await rows()).toBe(before);
  });

  test('of an input that a start would refuse is refused the same, and takes the right to edit', async () => {
    expect(await dryRun(dora, 'payout', { input: { amount: 'much' } })).toMatchObject({
      refusal: { code: 'invalid', data: { errors: expect.any(Array) } },
    });
    expect(await dryRun(dora, 'payout', { input, requester: 'no@body.test' })).toMatchObject({
      refusal: { code: 'invalid' },
    });
    expect(await dryRun({ ...dora, permissions: ['definitions.read'] }, 'payout', { input })).toMatchObject({
      refusal: { code: 'forbidden' },
    });
    expect(await dryRun((await refundWorld(database.owner)).admin, 'payout', { input })).toMatchObject({
      refusal: { code: 'not_found' },
    });
  });
});
