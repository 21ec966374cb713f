import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { type ChildEnd, systemActor } from '@/lib/engine/decide/contract';
import type { JsonObject } from '@/lib/engine/json';
import { type ChildStatus, type InstanceStatus, isClosed, isOpenChild } from '@/lib/engine/lifecycle';
import type { ChildCancelling, ChildError } from '@/lib/engine/child';
import type { Person } from '@/lib/engine/snapshot';
import type { Worker } from './attempts';
import { checkJson } from './check-json';
import { type Place, move } from './move';
import { loadStart } from './snapshot';
import { startInstance } from './start';
import { factsOf } from './start-facts';
import type { Mover, TransitionRefusal } from './transition';

/** What a parent has asked for, and the instance that there is of it. */
type Asked = {
  readonly status: ChildStatus;
  readonly definition: string;
  readonly version: number | null;
  readonly subject: string;
  readonly input: JsonObject;
  readonly cancelling: ChildCancelling | null;
  readonly depth: number;
  readonly requester: Person | null;
  readonly correlationId: string | null;
  readonly parentName: string;
  readonly child: {
    readonly id: string;
    readonly status: InstanceStatus;
    readonly outcome: string | null;
    /** Only of one that has completed. */
    readonly context: JsonObject | null;
    /** Only of one that has failed. */
    readonly error: ChildError | null;
  } | null;
};

const askedChild = tenantStatement(
  'asked_child',
  `SELECT c.status, c.definition, c.version, c.subject, c.input, c.cancelling, p.depth,
    CASE WHEN p.requester_id IS NOT NULL THEN jsonb_build_object(
      'id', p.requester_id, 'name', p.requester_name, 'email', p.requester_email) END AS requester,
    (SELECT e.correlation_id FROM events e WHERE e.tenant_id = c.tenant_id AND e.instance_id = c.instance_id
      AND e.sequence = c.status_event) AS "correlationId",
    (SELECT v.name FROM definition_versions v
      WHERE v.tenant_id = p.tenant_id AND v.id = p.definition_version_id) AS "parentName",
    (SELECT jsonb_build_object('id', i.id, 'status', i.status, 'outcome', i.outcome,
        'context', CASE WHEN i.status = 'completed' THEN i.context END,
        'error', CASE WHEN i.status = 'failed' THEN (SELECT e.data -> 'error' FROM events e
          WHERE e.tenant_id = i.tenant_id AND e.instance_id = i.id AND e.type = 'WORKFLOW_FAILED'
          ORDER BY e.sequence DESC LIMIT 1) END)
      FROM instances i WHERE i.tenant_id = c.tenant_id AND i.parent_id = c.instance_id AND i.parent_child = c.key) AS child
  FROM children c JOIN instances p ON p.tenant_id = c.tenant_id AND p.id = c.instance_id
  WHERE c.tenant_id = tenant.id AND c.instance_id = $2 AND c.key = $3`,
);

/** A child is started, heard of, told to end and heard of again: each turn does one of these. */
const mostTurns = 10;

/**
 * Brings what a parent wants of a child and what there is of it together (docs/sub-workflows.md): starts the child that was asked
 * for, ends the one that is not wanted any more, tells the parent what became of it. It looks at what is, so it may come too
 * early, twice, or after another worker died in the middle of it: what is done already is not done again.
 */
export async function settleChild(worker: Worker, parent: Place, key: string): Promise<void> {
  for (let turn = 1; turn <= mostTurns; turn += 1) {
    const [asked] = await readTenant<Asked>(worker.pool, parent.tenantId, askedChild, [
      parent.instanceId,
      key,
    ]);
    if (!asked || (await settleOnce(worker, parent, key, asked))) return;
  }
  throw new Error(`The child ${key} of ${parent.instanceId} does not come to rest.`);
}

/** @returns true when nothing is left to do now */
async function settleOnce(worker: Worker, parent: Place, key: string, asked: Asked): Promise<boolean> {
  const { child, status, cancelling } = asked;
  const tellEnd = (end: ChildEnd) =>
    tell(worker, parent, { kind: 'child_ended', child: key, end }, child?.id);
  if (!child) {
    if (status !== 'created') return true;
    if (cancelling) return tellEnd({ status: 'cancelled' });
    const problem = await start(worker, parent, key, asked);
    return problem ? tellEnd({ status: 'failed', error: problem }) : false;
  }
  if (status === 'created')
    return tell(worker, parent, { kind: 'child_started', child: key, instance: child.id }, child.id, false);
  if (cancelling && mayStillEnd(child.status, cancelling)) return end(worker, parent, asked, cancelling);
  if (isOpenChild(status) && isClosed(child.status)) return tellEnd(endOf(child));
  return true;
}

/** What a failed child has done is undone too, when its parent undoes what it did. */
function mayStillEnd(status: InstanceStatus, { mode }: ChildCancelling): boolean {
  return !isClosed(status) || (status === 'failed' && mode === 'compensated');
}

/** @returns why the child cannot be started; null when it has been, or when that has to be looked at again */
async function start(worker: Worker, parent: Place, key: string, asked: Asked): Promise<ChildError | null> {
  const { tenantId, instanceId } = parent;
  const { definition, version, input, requester, subject: subjectId } = asked;
  const start = await loadStart(worker.pool, tenantId, definition, version);
  if (!start) {
    const which = version === null ? 'no active version' : `no version ${version}`;
    return { code: 'definition_not_found', message: `There is ${which} of the process ${definition}` };
  }
  const { content } = start.definition;
  const errors = checkJson(content.input ?? { type: 'object' }, input, '/input');
  if (errors.length > 0) {
    const words = errors.slice(0, 5).map(({ path, message }) => `${path}: ${message}`);
    return { code: 'invalid_input', message: `Its input does not fit the process: ${words.join('; ')}` };
  }
  const started = await startInstance(
    worker.pool,
    {
      tenantId,
      start,
      subjectId,
      correlationKey: null,
      input,
      facts: factsOf({ ...start, input, subjectId, requester }),
      requester,
      startKey: null,
      startHash: null,
      parent: { instance: instanceId, child: key, depth: asked.depth + 1 },
    },
    parentMover(worker, parent, asked),
  );
  return started.ok ? null : whyNotStarted(started.refusal, asked);
}

function whyNotStarted({ code, message, data }: TransitionRefusal, { subject }: Asked): ChildError | null {
  if (code === 'duplicate' && data['by'] === 'subject') {
    const words = `There is a live instance about ${subject} already, and the process allows one at a time`;
    return { code: 'subject_taken', message: words };
  }
  // Another worker has started it a moment ago, or its parent does not want it any more.
  if (code === 'duplicate' || code === 'not_allowed') return null;
  return { code: 'not_started', message };
}

/** @returns true when the child ends by itself in a while, or has something else to do first */
async function end(
  worker: Worker,
  parent: Place,
  asked: Asked,
  { mode, reason }: ChildCancelling,
): Promise<boolean> {
  const place = { tenantId: parent.tenantId, instanceId: asked.child?.id ?? '' };
  const input = { kind: 'cancel', mode, reason } as const;
  const moved = await move(worker.pool, place, input, parentMover(worker, parent, asked));
  if (moved.ok) return moved.after.status === null || !isClosed(moved.after.status);
  switch (moved.refusal.code) {
    case 'terminal':
      return false;
    // It is being ended in this way, or in a stronger one, already.
    case 'not_allowed':
      return true;
    default:
      throw new Error(`The child ${place.instanceId} could not be cancelled: ${moved.refusal.message}`);
  }
}

function endOf({ status, outcome, context, error }: NonNullable<Asked['child']>): ChildEnd {
  switch (status) {
    case 'completed':
      return { status, outcome, context: context ?? {} };
    case 'cancelled':
      return { status };
    case 'reversed':
      return { status: 'failed', error: { code: 'child_reversed', message: 'What it did has been undone' } };
    default:
      return { status: 'failed', error: error ?? { code: 'child_failed', message: 'It failed' } };
  }
}

/** @returns `then`; throws when the parent could not be told, so that the queue comes back to it */
async function tell(
  worker: Worker,
  parent: Place,
  news: Parameters<typeof move>[2],
  child: string | undefined,
  then = true,
): Promise<boolean> {
  const moved = await move(worker.pool, parent, news, {
    actor: systemActor,
    workerId: worker.id,
    ...(child !== undefined && { causationId: `instance:${child}` }),
  });
  if (moved.ok) return then;
  if (moved.refusal.code === 'terminal' || moved.refusal.code === 'not_found') return true;
  throw new Error(`The parent ${parent.instanceId} could not be told of a child: ${moved.refusal.message}`);
}

/** The parent, as the actor of what it does to its child. */
function parentMover(worker: Worker, { instanceId }: Place, asked: Asked): Mover {
  return {
    actor: { type: 'parent_workflow', id: instanceId, name: asked.parentName },
    workerId: worker.id,
    ...(asked.correlationId !== null && { correlationId: asked.correlationId }),
  };
}
