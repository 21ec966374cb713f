import type { Pool } from 'pg';
import type { Input, Plan } from '@/lib/engine/decide/contract';
import { decide } from '@/lib/engine/decide/decide';
import type { Definition } from '@/lib/engine/definition/schema';
import { withoutClosed } from '@/lib/engine/replay';
import type { Snapshot } from '@/lib/engine/snapshot';
import { planWrites } from '@/lib/runtime/plan-writes';
import { loadStart } from '@/lib/runtime/snapshot';
import type { Mover } from '@/lib/runtime/transition';
import { ann } from '@/lib/testing/builders/core-run';
import {
  aDefinition,
  automated,
  callApi,
  end,
  go,
  start,
  userTask,
} from '@/lib/testing/builders/definition-builder';
import { makeTenant, publish } from '@/lib/testing/tenant';

/** What all moves of a bench have in common: the instances differ in their ids alone. */
export type Move = {
  readonly tenantId: string;
  /** The instance before the move, as every caller saw it. */
  readonly before: Snapshot;
  readonly plan: Plan;
  readonly mover: Mover;
};

/** The part of an id that all instances share; the rest are twelve digits, which pgbench can count too. */
export const idStart = '01990000-0000-7000-8000-';

/** The id of the n-th instance; n has twelve digits. */
export function instanceId(n: number): string {
  return `${idStart}${n}`;
}

/** Stands in the plans for the instance's id until it is known. */
const placeholder = '00000000-0000-0000-0000-000000000000';

const definition = aDefinition({
  steps: [
    start(),
    userTask('in_review', {
      title: 'Refund of {{ context.amount }}',
      facts: [{ label: 'Amount', value: 'context.amount', format: 'money', currency: 'EUR' }],
    }),
    automated('paying', [callApi('pay', 'https://bank.example/payments')]),
    end('approved'),
    end('rejected'),
  ],
  transitions: [
    go('start', 'in_review'),
    go('in_review', 'paying', { on: { outcome: 'approve' }, when: 'context.amount <= 5000' }),
    go('in_review', 'rejected', { on: { outcome: 'reject' } }),
    go('paying', 'approved'),
  ],
});

const user: Mover = { actor: { type: 'user', id: ann.id, name: ann.name }, correlationId: 'bench' };

/**
 * The move that is measured: an approver decides a task. The task and its stay close, the instance goes on and enters the
 * next step, whose activity becomes ready, and a job goes into the outbox: nine events, each in the chain.
 */
export async function prepareMove(owner: Pool): Promise<{ move: Move; makeInstances: MakeInstances }> {
  const tenantId = await makeTenant(owner);
  const { waiting, environment, makeInstances } = await prepareInstances(owner, tenantId, definition);
  const decision = decide(
    definition,
    waiting,
    {
      kind: 'decide_task',
      task: 'main:in_review:1',
      outcome: 'approve',
      form: {},
      reason: 'The customer is right.',
      by: ann,
      onBehalfOf: null,
      authority: { roles: ['approver'] },
    },
    environment,
  );
  if (!decision.ok) throw new Error(decision.refusal.message);
  return { move: { tenantId, before: waiting, plan: decision.plan, mover: user }, makeInstances };
}

/**
 * Publishes a definition and plans the start and the first advance of an instance of it, so that any number of them can be
 * made with the same two plans, through every guard.
 * @returns `waiting`, what an instance is then
 */
export async function prepareInstances(owner: Pool, tenantId: string, content: Definition) {
  const { versionId } = await publish(owner, tenantId, content);
  const { environment } = (await loadStart(owner, tenantId, content.key))!;
  const input = { amount: 1500 };
  const plan = (before: Snapshot | null, asked: Input) => {
    const decision = decide(content, before, asked, environment);
    if (!decision.ok) throw new Error(decision.refusal.message);
    const { events, after } = decision.plan;
    return { writes: planWrites(before, decision.plan), count: events.length, after: withoutClosed(after) };
  };
  const ids = { instanceId: placeholder, subjectId: placeholder };
  const made = plan(null, { kind: 'start', definitionVersion: 1, ...ids, input, requester: null });
  const advanced = plan(made.after, { kind: 'advance' });
  const create = { definitionVersionId: versionId, subjectId: placeholder, input, facts: [] };
  const first = JSON.stringify({ ...made.writes, ...user, create });
  const second = JSON.stringify({ ...advanced.writes, ...user });
  const make: MakeInstances = (from, count) =>
    makeInstances(owner, tenantId, [first, second], made.count, from, count);
  return { waiting: advanced.after, environment, makeInstances: make };
}

/** Makes `count` instances that wait for the decision, numbered from `from`. */
export type MakeInstances = (from: number, count: number) => Promise<void>;

const batch = 500;

async function makeInstances(
  owner: Pool,
  tenantId: string,
  [first, second]: [string, string],
  version: number,
  from: number,
  count: number,
): Promise<void> {
  for (let done = 0; done < count; done += batch) {
    await owner.query(
      `SELECT public.transition($1, id, 0, replace($2, $4, id::text)::jsonb),
              public.transition($1, id, $5, replace($3, $4, id::text)::jsonb)
       FROM (SELECT ($6 || n)::uuid AS id FROM generate_series($7::bigint, $8::bigint) AS n OFFSET 0) AS numbered`,
      [
        tenantId,
        first,
        second,
        placeholder,
        version,
        idStart,
        from + done,
        from + Math.min(done + batch, count) - 1,
      ],
    );
  }
}
