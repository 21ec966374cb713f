import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Outcome } from '@/lib/engine/definition/step-schema';
import type { Layout } from '@/lib/engine/definition/schema';
import type { Json } from '@/lib/engine/json';
import type { ActivityStatus, TaskStatus } from '@/lib/engine/lifecycle';
import type { ActivityError, Incident, Person, Signal, Stay, Timer, Vote } from '@/lib/engine/snapshot';
import type { Actor } from '@/lib/people/actor';
import { readable, readableValues } from './access';
import { instanceColumns, type StoredInstance } from './read-instances';
import { childrenOfInstance, type StoredChild } from './relatives';
import type { ExecutionRow } from './execution-schema';
import type { InstanceDetail } from './schema';

export type StoredTask = {
  readonly id: string;
  readonly key: string;
  readonly step: string;
  readonly visit: number;
  readonly title: string;
  readonly status: TaskStatus;
  readonly assignee: Person | null;
  readonly candidateRoles: readonly string[];
  readonly candidatePeople: readonly string[];
  readonly approvals: { readonly required: number; readonly veto: boolean };
  readonly outcomes: readonly Outcome[];
  readonly votes: readonly Vote[];
  readonly dueAt: string | null;
  readonly createdAt: string;
  readonly closedAt: string | null;
  readonly outcome: string | null;
};

type StoredAttempt = {
  readonly number: number;
  readonly worker: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly result: 'completed' | 'failed' | 'cancelled' | null;
  readonly error: ActivityError | null;
};

export type StoredExecution = {
  readonly key: string;
  readonly step: string;
  readonly visit: number;
  readonly activity: string;
  readonly status: ActivityStatus;
  readonly nextAttemptAt: string | null;
  readonly output: Json;
  readonly error: ActivityError | null;
  readonly createdAt: string;
  readonly closedAt: string | null;
  readonly closedSequence: number | null;
  readonly undoOf: string | null;
  readonly compensation: string | null;
  readonly irreversible: boolean;
  readonly room: ExecutionRow['room'];
  readonly attempts: readonly StoredAttempt[];
};

/** An instance with all rows that belong to it, its events excepted. */
export type StoredDetail = StoredInstance & {
  readonly more: Pick<
    InstanceDetail,
    'correlationKey' | 'startedAt' | 'reopenedFrom' | 'ending' | 'input' | 'context'
  >;
  readonly layout: Layout | null;
  readonly tasks: readonly StoredTask[];
  readonly executions: readonly StoredExecution[];
  readonly incidents: readonly Incident[];
  readonly timers: readonly Pick<Timer, 'key' | 'stay' | 'purpose' | 'rung' | 'dueAt'>[];
  readonly children: readonly StoredChild[];
  readonly signals: readonly Pick<Signal, 'id' | 'name' | 'receivedAt' | 'expiresAt' | 'consumedBy'>[];
  readonly stays: readonly Pick<Stay, 'key' | 'step' | 'exitedAt'>[];
  /** Transition key → how often it was taken. */
  readonly taken: Readonly<Record<string, number>>;
  /** Names of all roles, and of the people whom a task names. */
  readonly roles: Readonly<Record<string, string>>;
  readonly people: readonly Person[];
};

/** SQL of a person in three columns, null where the first is. */
const personJson = (id: string, name: string, email: string) =>
  `CASE WHEN ${id} IS NOT NULL THEN jsonb_build_object('id', ${id}, 'name', ${name}, 'email', ${email}) END`;

const tasks = `coalesce((SELECT jsonb_agg(jsonb_build_object(
    'id', t.id, 'key', t.key, 'step', t.step, 'visit', t.visit, 'title', t.title, 'status', t.status,
    'assignee', ${personJson('t.assignee_id', 't.assignee_name', 't.assignee_email')},
    'candidateRoles', to_jsonb(t.candidate_roles), 'candidatePeople', to_jsonb(t.candidate_people),
    'approvals', t.approvals, 'outcomes', t.outcomes, 'votes', t.votes, 'dueAt', public.instant_text(t.due_at),
    'createdAt', public.instant_text(t.created_at), 'closedAt', public.instant_text(t.closed_at),
    'outcome', t.outcome) ORDER BY t.created_at, t.id)
  FROM public.tasks t WHERE t.tenant_id = i.tenant_id AND t.instance_id = i.id), '[]')`;

const attempts = `coalesce((SELECT jsonb_agg(jsonb_build_object(
    'number', a.number, 'worker', a.worker, 'startedAt', public.instant_text(a.started_at),
    'endedAt', public.instant_text(a.ended_at), 'result', a.result, 'error', a.error) ORDER BY a.number)
  FROM public.activity_attempts a
  WHERE a.tenant_id = x.tenant_id AND a.instance_id = x.instance_id AND a.execution = x.key), '[]')`;

/** What it waits for at its resource; null for what has a place, or needs none. */
const room = `CASE WHEN x.resource IS NOT NULL AND x.closed_at IS NULL THEN (SELECT jsonb_build_object(
    'resource', r.key, 'title', r.title, 'atOnce', r.at_once, 'perSecond', r.per_second::float8,
    'running', (SELECT count(*)::int FROM public.resource_requests h
      WHERE h.tenant_id = q.tenant_id AND h.resource = q.resource AND h.state IN ('held', 'granted')),
    'ahead', (SELECT count(*)::int FROM public.resource_requests a
      WHERE a.tenant_id = q.tenant_id AND a.resource = q.resource AND a.state = 'waiting' AND a.due_at < q.due_at))
  FROM public.resource_requests q JOIN public.resources r ON r.tenant_id = q.tenant_id AND r.key = q.resource
  WHERE q.tenant_id = x.tenant_id AND q.instance_id = x.instance_id AND q.execution = x.key
    AND q.state IN ('waiting', 'unasked') AND q.due_at <= now()) END`;

const executions = `coalesce((SELECT jsonb_agg(jsonb_build_object(
    'key', x.key, 'step', x.step, 'visit', x.visit, 'activity', x.activity, 'status', x.status,
    'nextAttemptAt', public.instant_text(x.next_attempt_at), 'output', x.output, 'error', x.error,
    'createdAt', public.instant_text(x.created_at), 'closedAt', public.instant_text(x.closed_at),
    'closedSequence', CASE WHEN x.closed_at IS NOT NULL THEN x.status_event END, 'undoOf', x.undo_of,
    'compensation', x.compensation, 'irreversible', x.irreversible, 'room', ${room},
    'attempts', ${attempts}) ORDER BY x.created_at, x.key)
  FROM public.activity_executions x WHERE x.tenant_id = i.tenant_id AND x.instance_id = i.id), '[]')`;

const incidents = `coalesce((SELECT jsonb_agg(jsonb_build_object(
    'key', c.key, 'step', c.step, 'code', c.code, 'message', c.message,
    'openedAt', public.instant_text(c.opened_at), 'closedAt', public.instant_text(c.closed_at),
    'resolution', c.resolution) ORDER BY c.opened_sequence)
  FROM public.incidents c WHERE c.tenant_id = i.tenant_id AND c.instance_id = i.id), '[]')`;

const timers = `coalesce((SELECT jsonb_agg(jsonb_build_object(
    'key', r.key, 'stay', r.stay, 'purpose', r.purpose, 'rung', r.rung, 'dueAt', public.instant_text(r.due_at))
    ORDER BY r.due_at, r.key)
  FROM public.timers r WHERE r.tenant_id = i.tenant_id AND r.instance_id = i.id AND r.closed_at IS NULL), '[]')`;

const signals = `coalesce((SELECT jsonb_agg(jsonb_build_object(
    'id', g.id, 'name', g.name, 'receivedAt', public.instant_text(g.received_at),
    'expiresAt', public.instant_text(g.expires_at), 'consumedBy', g.consumed_by) ORDER BY g.sequence)
  FROM (SELECT * FROM public.signals n WHERE n.tenant_id = i.tenant_id AND n.instance_id = i.id
      -- Files come as signals to their step; they have a list of their own.
      AND NOT starts_with(n.name, 'file:')
    ORDER BY n.sequence DESC LIMIT 100) AS g), '[]')`;

const stays = `coalesce((SELECT jsonb_agg(jsonb_build_object(
    'key', s.key, 'step', s.step, 'exitedAt', public.instant_text(s.exited_at)))
  FROM public.step_instances s WHERE s.tenant_id = i.tenant_id AND s.instance_id = i.id), '[]')`;

const taken = `coalesce((SELECT jsonb_object_agg(way.key, way.times) FROM (
    SELECT e.key, count(*)::int AS times FROM public.history_of(i.tenant_id, i.id) AS e
    WHERE e.type IN ('TRANSITION_TAKEN', 'BRANCH_OPENED') AND e.key IS NOT NULL
      -- A branch whose way has activities is still in its fork.
      AND NOT (e.type = 'BRANCH_OPENED' AND e.to_state = e.data ->> 'fork')
    GROUP BY e.key) AS way), '{}')`;

const detail = tenantStatement(
  'instance_detail',
  `SELECT ${instanceColumns}, jsonb_build_object('correlationKey', i.correlation_key,
      'startedAt', public.instant_text(i.started_at), 'reopenedFrom', i.reopened_from, 'ending', i.ending,
      'input', i.input, 'context', i.context) AS more,
    (SELECT v.layout FROM public.definition_versions v
      WHERE v.tenant_id = i.tenant_id AND v.id = i.definition_version_id) AS layout,
    ${tasks} AS tasks, ${executions} AS executions, ${incidents} AS incidents, ${timers} AS timers,
    ${signals} AS signals, ${childrenOfInstance} AS children, ${stays} AS stays, ${taken} AS taken,
    coalesce((SELECT jsonb_object_agg(r.key, r.name) FROM public.roles r WHERE r.tenant_id = tenant.id), '{}') AS roles,
    coalesce((SELECT jsonb_agg(${personJson('p.id', 'p.name', 'p.email')}) FROM public.people p
      WHERE p.tenant_id = tenant.id AND p.active AND p.email IN (
        SELECT unnest(t.candidate_people) FROM public.tasks t
        WHERE t.tenant_id = i.tenant_id AND t.instance_id = i.id)), '[]') AS people
  FROM public.instances i
  WHERE i.tenant_id = tenant.id AND i.id = $2 AND ${readable(3)}`,
);

/** The instance, if the actor may read it. */
export async function readDetail(actor: Actor, instanceId: string): Promise<StoredDetail | null> {
  const values = [instanceId, ...readableValues(actor)];
  const [row] = await readTenant<StoredDetail>(appPool(), actor.tenantId, detail, values);
  return row ?? null;
}

const access = tenantStatement(
  'instance_access',
  `SELECT i.requester_id AS "requesterId" FROM public.instances i
   WHERE i.tenant_id = tenant.id AND i.id = $2 AND ${readable(3)}`,
);

/** Whose instance it is; null when there is none that the actor may read. */
export async function readAccess(
  actor: Actor,
  instanceId: string,
): Promise<{ readonly requesterId: string | null } | null> {
  const values = [instanceId, ...readableValues(actor)];
  const [row] = await readTenant<{ requesterId: string | null }>(appPool(), actor.tenantId, access, values);
  return row ?? null;
}
