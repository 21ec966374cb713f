import type { Pool } from 'pg';
import type { Environment, Input, LeaseTaker, Plan } from '@/lib/engine/decide/contract';
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

const user: Mover = { actor: { type: 'user', id: ann.id, name: ann.name }, correlationId: 'bench' };
const worker: Mover = { actor: { type: 'worker', id: 'bench', name: 'Worker bench' }, workerId: 'bench' };
const lease: LeaseTaker = { worker: 'bench', token: '0123456789abcdef0123456789abcdef', leaseSeconds: 60 };

/** A move that the bench measures, and how to make instances that wait for it. */
export type PreparedMove = { readonly move: Move; readonly makeInstances: MakeInstances };

/**
 * One transition: a worker reports the result of an activity, the last of its step, and the instance takes the edge to the next
 * step, whose asynchronous activity goes to the queue. No plan of the core that takes an edge and leaves a job is smaller.
 */
export function prepareTransition(owner: Pool): Promise<PreparedMove> {
  const steps = {
    steps: [
      start(),
      automated('charging', [callApi('charge', 'https://bank.example/charges')]),
      automated('shipping', [callApi('ship', 'https://carrier.example/parcels', { async: true })]),
      end(),
    ],
    transitions: [go('start', 'charging'), go('charging', 'shipping'), go('shipping', 'done')],
  };
  const report = { execution: 'main:charging:1:charge', token: lease.token, result: { id: 'ch_1042' } };
  return prepare(owner, aDefinition(steps), { kind: 'attempt_succeeded', ...report }, worker, lease);
}

/**
 * A decision: an approver decides a task. The task and its stay close, the instance goes on and enters the next step, whose
 * activity becomes ready, and a job goes into the outbox.
 */
export function prepareDecision(owner: Pool): Promise<PreparedMove> {
  const steps = {
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
  };
  const decision = {
    task: 'main:in_review:1',
    outcome: 'approve',
    form: {},
    reason: 'The customer is right.',
  };
  const by = { by: ann, onBehalfOf: null, authority: { roles: ['approver'] } };
  return prepare(owner, aDefinition(steps), { kind: 'decide_task', ...decision, ...by }, user);
}

async function prepare(
  owner: Pool,
  definition: Definition,
  asked: Input,
  mover: Mover,
  goOn?: LeaseTaker,
): Promise<PreparedMove> {
  const tenantId = await makeTenant(owner);
  const { waiting, environment, makeInstances } = await prepareInstances(owner, tenantId, definition, goOn);
  const plan = planOf(definition, waiting, asked, environment);
  return { move: { tenantId, before: waiting, plan, mover }, makeInstances };
}

function planOf(
  definition: Definition,
  before: Snapshot | null,
  asked: Input,
  environment: Environment,
): Plan {
  const decision = decide(definition, before, asked, environment);
  if (!decision.ok) throw new Error(decision.refusal.message);
  return decision.plan;
}

/**
 * Publishes a definition and plans the start and the first advance of an instance of it, so that any number of them can be
 * made with the same two plans, through every guard.
 * @param goOn makes the advance begin the first activity's attempt too, with this lease
 * @returns `waiting`, what an instance is then
 */
export async function prepareInstances(
  owner: Pool,
  tenantId: string,
  content: Definition,
  goOn?: LeaseTaker,
) {
  const { versionId } = await publish(owner, tenantId, content);
  const { environment } = (await loadStart(owner, tenantId, content.key))!;
  const input = { amount: 1500 };
  const plan = (before: Snapshot | null, asked: Input) => {
    const planned = planOf(content, before, asked, environment);
    const { events, after } = planned;
    return { writes: planWrites(before, planned), count: events.length, after: withoutClosed(after) };
  };
  const ids = { instanceId: placeholder, subjectId: placeholder };
  const made = plan(null, { kind: 'start', definitionVersion: 1, ...ids, input, requester: null });
  const advanced = plan(made.after, { kind: 'advance', ...(goOn && { goOn }) });
  const create = { definitionVersionId: versionId, subjectId: placeholder, input, facts: [] };
  const first = JSON.stringify({ ...made.writes, ...user, create });
  const second = JSON.stringify({ ...advanced.writes, ...user });
  const make: MakeInstances = (from, count) =>
    makeInstances(owner, tenantId, [first, second], made.count, from, count);
  return { waiting: advanced.after, environment, makeInstances: make };
}

/** Makes `count` instances that wait for the move, numbered from `from`. */
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
