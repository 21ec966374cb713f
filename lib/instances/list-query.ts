import type { InstanceStatus, WaitReason } from '@/lib/engine/lifecycle';
import { isClosed, instanceMoves } from '@/lib/engine/lifecycle';
import type { DeadlineFilter, InstanceSort } from '@/lib/support/schema';
import type { ResolvedSearch } from './search/resolve-search';
import type { Place } from './search/place';
import { type Way, wayConditions, waysToMeet } from './search/search-sql';
import { isOneOf, statusConditions } from './row-conditions';

/** Conditions of the list; what is undefined does not narrow it. */
export type InstanceConditions = {
  /** Only instances of one of these requesters. */
  readonly requesterIds?: readonly string[] | undefined;
  /** Only instances of one of these processes. */
  readonly definitionIds?: readonly string[] | undefined;
  readonly definitionVersion?: number | undefined;
  readonly statuses?: readonly InstanceStatus[] | undefined;
  readonly state?: string | undefined;
  /** It waits for this, which instances do in these steps alone. */
  readonly waitingFor?: { readonly reason: WaitReason; readonly steps: readonly string[] } | undefined;
  readonly subjectId?: string | undefined;
  /** ISO 8601 durations: how long the instance has been in its present step, at least and less than. */
  readonly minAge?: string | undefined;
  readonly maxAge?: string | undefined;
  readonly deadline?: DeadlineFilter | undefined;
  /** Its open incident has this cause. */
  readonly cause?: string | undefined;
  readonly search?: ResolvedSearch | null | undefined;
};

/** Where a page of the list begins: the sort key and the id of the last row of the page before. */
export type ListEdge = { readonly key: string; readonly id: string };

/** Columns that a sort reads, and how it goes on behind a row. */
type Order = {
  /** What is read, with the row `i` in it. */
  readonly from: string;
  /** The sort key as text, for the cursor. */
  readonly key: string;
  readonly by: string;
  /** The same order of what was `found`, which has the sort key as text. */
  readonly ofFound: string;
  readonly behind: (edge: ListEdge, place: Place) => string;
  readonly conditions: readonly string[];
};

const openTask = `t.tenant_id = tenant.id AND t.status IN ('pending', 'in_progress') AND t.due_at IS NOT NULL`;

/**
 * The ids of a list in its order, as SQL inside a `tenantQuery`: columns `id` and `key`. Lists, exports, counts and bulk jobs
 * all ask this one, so that they mean the same instances.
 * @param place gives a value its place in the statement
 */
export function instanceIdsSql(
  where: InstanceConditions,
  sort: InstanceSort,
  edge: ListEdge | null,
  limit: number,
  place: Place,
): string {
  const statuses = statusesOf(where, sort);
  if (statuses.length === 0) return `SELECT NULL::uuid AS id, '' AS key WHERE false`;
  const order = orderOf(sort, where, place);
  const most = place(limit);
  const ways = where.search ? waysToMeet(where.search.expression, where.search.met) : [[]];
  const part = (inState: readonly string[], way: Way) => {
    const conditions = [
      'i.tenant_id = tenant.id',
      ...order.conditions,
      ...inState,
      ...(where.statuses === undefined ? [] : statusConditions(statuses, place)),
      ...conditionsOf(where, sort, place),
      ...wayConditions(way, place),
      ...(edge ? [order.behind(edge, place)] : []),
    ];
    return `SELECT i.id, ${order.key} AS key FROM ${order.from}
    WHERE ${conditions.join('\n AND ')} ORDER BY ${order.by} LIMIT ${most}`;
  };
  const parts = statePlaces(where.state, sort, statuses, place).flatMap((inState) =>
    ways.map((way) => part(inState, way)),
  );
  if (parts.length === 1) return parts[0]!;
  // Each part stops when it has enough; one instance may be found in several ways.
  return `SELECT found.id, found.key FROM (${parts.map((one) => `(${one})`).join('\n UNION ALL ')}) AS found
    GROUP BY found.id, found.key ORDER BY ${order.ofFound} LIMIT ${most}`;
}

/**
 * The statuses that what is listed can have: some filters and orders are about live instances only, one order about ended ones.
 * None where these exclude each other, which nothing but a look at every instance would find.
 */
function statusesOf(where: InstanceConditions, sort: InstanceSort): readonly InstanceStatus[] {
  const { statuses, minAge, maxAge, waitingFor, deadline } = where;
  const live =
    sort === 'age' ||
    sort === 'deadline' ||
    [minAge, maxAge, waitingFor, deadline].some((filter) => filter !== undefined);
  return (statuses ?? (Object.keys(instanceMoves) as InstanceStatus[])).filter((status) =>
    isClosed(status) ? !live : sort !== 'closed',
  );
}

/** Conditions of the state, in parts: live instances and ended ones are found in a state by different indexes. */
function statePlaces(
  state: string | undefined,
  sort: InstanceSort,
  statuses: readonly InstanceStatus[],
  place: Place,
): readonly (readonly string[])[] {
  if (state === undefined || sort === 'age') return [[]];
  const [live, closed] = stateConditions(state, place);
  return [
    ...(statuses.some((status) => !isClosed(status)) ? [live] : []),
    ...(statuses.some(isClosed) ? [closed] : []),
  ];
}

/** Names of the sorts are the product's (`instanceSorts`). Each has an index that gives it. */
function orderOf(sort: InstanceSort, { state }: InstanceConditions, place: Place): Order {
  const instances = 'public.instances i';
  const joined = 'JOIN public.instances i ON i.tenant_id = tenant.id AND i.id =';
  switch (sort) {
    case 'newest':
      return {
        from: instances,
        key: `''`,
        by: 'i.id DESC',
        ofFound: 'found.id DESC',
        behind: ({ id }) => `i.id < ${place(id)}::uuid`,
        conditions: [],
      };
    case 'oldest':
      return {
        from: instances,
        key: `''`,
        by: 'i.id',
        ofFound: 'found.id',
        behind: ({ id }) => `i.id > ${place(id)}::uuid`,
        conditions: [],
      };
    case 'closed':
      return {
        from: instances,
        key: 'public.instant_text(i.closed_at)',
        by: 'i.closed_at DESC, i.id DESC',
        ofFound: 'found.key COLLATE "C" DESC, found.id DESC',
        behind: ({ key, id }) => `(i.closed_at, i.id) < (${place(key)}::timestamptz, ${place(id)}::uuid)`,
        conditions: ['i.closed_at IS NOT NULL'],
      };
    case 'age': {
      const step = state === undefined ? '' : ` AND o.step = ${place(state)}`;
      return {
        from: `public.step_instances s ${joined} s.instance_id`,
        key: 'public.instant_text(s.entered_at)',
        by: 's.entered_at, s.instance_id',
        ofFound: 'found.key COLLATE "C", found.id',
        behind: ({ key, id }) =>
          `(s.entered_at, s.instance_id) > (${place(key)}::timestamptz, ${place(id)}::uuid)`,
        conditions: [
          's.tenant_id = tenant.id AND s.exited_at IS NULL AND s.live',
          ...(state === undefined ? [] : [`s.step = ${place(state)}`]),
          // With branches an instance is in several steps; it is listed once, by the oldest.
          `NOT EXISTS (SELECT FROM public.step_instances o WHERE o.tenant_id = tenant.id AND o.instance_id = s.instance_id
            AND o.exited_at IS NULL AND o.live${step} AND (o.entered_at, o.key) < (s.entered_at, s.key))`,
        ],
      };
    }
    case 'deadline':
      return {
        from: `public.tasks t ${joined} t.instance_id`,
        key: 'public.instant_text(t.due_at)',
        by: 't.due_at, t.instance_id',
        ofFound: 'found.key COLLATE "C", found.id',
        behind: ({ key, id }) =>
          `(t.due_at, t.instance_id) > (${place(key)}::timestamptz, ${place(id)}::uuid)`,
        conditions: [
          openTask,
          `NOT EXISTS (SELECT FROM public.tasks o WHERE o.tenant_id = tenant.id AND o.instance_id = t.instance_id
            AND o.status IN ('pending', 'in_progress') AND (o.due_at, o.id) < (t.due_at, t.id))`,
        ],
      };
  }
}

function conditionsOf(where: InstanceConditions, sort: InstanceSort, place: Place): string[] {
  const { requesterIds, definitionIds, definitionVersion, state } = where;
  const { waitingFor, subjectId, minAge, maxAge, deadline, cause } = where;
  return [
    ...(requesterIds === undefined ? [] : [isOneOf('requester_id', requesterIds, place)]),
    ...(definitionIds === undefined ? [] : [isOneOf('definition_id', definitionIds, place)]),
    ...(definitionVersion === undefined ? [] : [`i.definition_version = ${place(definitionVersion)}`]),
    ...ageConditions(minAge, maxAge, state, sort === 'age', place),
    ...(waitingFor === undefined ? [] : waitConditions(waitingFor, place)),
    ...(subjectId === undefined ? [] : [`i.subject_id = ${place(subjectId)}`]),
    ...(deadline === undefined ? [] : [(sort === 'deadline' ? ofFirstDue : ofAnyDue)[deadline]]),
    ...(cause === undefined
      ? []
      : [
          `i.id IN (SELECT c.instance_id FROM public.incidents c WHERE c.tenant_id = tenant.id AND c.closed_at IS NULL
            AND c.cause_id = ${place(cause)}::uuid)`,
        ]),
  ];
}

/** An index on what instances wait for would be written by nearly every move; where they can wait for it says nearly as much. */
function waitConditions(
  { reason, steps }: NonNullable<InstanceConditions['waitingFor']>,
  place: Place,
): string[] {
  return [
    'i.closed_at IS NULL',
    `${place(reason)} = ANY (i.waiting_for)`,
    `i.id IN (SELECT s.instance_id FROM public.step_instances s WHERE s.tenant_id = tenant.id AND s.exited_at IS NULL AND s.live
      AND s.step = ANY (${place(steps)}::text[]))`,
  ];
}

/** Conditions on a live instance and on an ended one, which are different rows: the live one is where it stays, the other where it ended. */
function stateConditions(state: string, place: Place): readonly [readonly string[], readonly string[]] {
  const step = place(state);
  const live = `i.id IN (SELECT s.instance_id FROM public.step_instances s
    WHERE s.tenant_id = tenant.id AND s.step = ${step} AND s.exited_at IS NULL AND s.live)`;
  return [['i.closed_at IS NULL', live], [`i.closed_state = ${step}`]];
}

function ageConditions(
  minAge: string | undefined,
  maxAge: string | undefined,
  state: string | undefined,
  byStay: boolean,
  place: Place,
): string[] {
  if (minAge === undefined && maxAge === undefined) return [];
  const bounds = [
    ...(minAge === undefined ? [] : [`s.entered_at <= now() - ${place(minAge)}::interval`]),
    ...(maxAge === undefined ? [] : [`s.entered_at > now() - ${place(maxAge)}::interval`]),
  ].join(' AND ');
  if (byStay) return [bounds];
  // Nobody has been in a step for longer than there is the instance. (An hour, should the clocks of app and database differ.)
  const made =
    minAge === undefined
      ? []
      : [`i.id < public.first_id_at(now() - ${place(minAge)}::interval + interval '1 hour')`];
  const step = state === undefined ? '' : ` AND s.step = ${place(state)}`;
  return [
    ...made,
    `i.id IN (SELECT s.instance_id FROM public.step_instances s WHERE s.tenant_id = tenant.id AND s.exited_at IS NULL
      AND s.live${step} AND ${bounds})`,
  ];
}

const dueTask = `SELECT t.instance_id FROM public.tasks t WHERE ${openTask}`;
const dueToday = `${dueTask} AND t.due_at >= now() AND t.due_at < now() + interval '24 hours'`;

const ofAnyDue: Readonly<Record<DeadlineFilter, string>> = {
  overdue: `i.id IN (${dueTask} AND t.due_at < now())`,
  today: `i.id IN (${dueToday})`,
  some: `i.id IN (${dueTask})`,
  // Nothing will happen by itself, however long it takes.
  none: 'i.undated',
};

/** The same where the first open task that is due, `t`, is at hand; looked for once more, it would be joined to itself. */
const ofFirstDue: Readonly<Record<DeadlineFilter, string>> = {
  overdue: 't.due_at < now()',
  // The first may be overdue and another due today. As a list, since in the order of due instants all that is overdue comes before.
  today: `t.instance_id = ANY (ARRAY(${dueToday}))`,
  some: 'true',
  none: 'i.undated',
};
