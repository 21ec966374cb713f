import type { InstanceStatus, WaitReason } from '@/lib/engine/lifecycle';
import { isClosed, instanceMoves } from '@/lib/engine/lifecycle';
import type { DeadlineFilter, InstanceSort } from '@/lib/support/schema';
import type { ResolvedSearch } from './search/resolve-search';
import type { Place } from './search/place';
import { type Way, waySql } from './search/search-sql';
import { dueTask, openStay, type StayFilters } from './open-work';
import { isOneOf, statusConditions } from './row-conditions';

/** Conditions of the list; what is undefined does not narrow it. */
export type InstanceConditions = StayFilters & {
  /** Only instances of one of these requesters. */
  readonly requesterIds?: readonly string[] | undefined;
  /** Only instances of one of these processes. */
  readonly definitionIds?: readonly string[] | undefined;
  readonly definitionVersion?: number | undefined;
  readonly statuses?: readonly InstanceStatus[] | undefined;
  /** It waits for this, which instances do in these steps alone; `few`: not many instances are in them. */
  readonly waitingFor?:
    { readonly reason: WaitReason; readonly steps: readonly string[]; readonly few: boolean } | undefined;
  readonly subjectId?: string | undefined;
  readonly deadline?: DeadlineFilter | undefined;
  /** Its open incident has this cause. */
  readonly cause?: string | undefined;
  readonly search?: ResolvedSearch | null | undefined;
};

/** Where a page of the list begins: the sort key and the id of the last row of the page before. */
export type ListEdge = { readonly key: string; readonly id: string };

/** Columns that a sort reads, and how it goes on behind a row. */
type Order = {
  /** What is read, with the row `i` in it; of `i` only the id, where nothing else is asked of it. */
  readonly from: (row: boolean) => string;
  /** The sort key as text, for the cursor. */
  readonly key: string;
  readonly by: string;
  /** The same order of what was `found`, which has the sort key as text. */
  readonly ofFound: string;
  readonly behind: (edge: ListEdge, place: Place) => string;
  readonly conditions: readonly string[];
};

/** SQL that asks for more of a row `i` than its id. */
const readsRow = /\bi\.(?!id\b)/u;

/** The instance of a row: looked up only where more than its id is asked for, which costs as much as all else. */
function instanceOf(id: string, row: boolean): string {
  return row
    ? `JOIN public.instances i ON i.tenant_id = tenant.id AND i.id = ${id}`
    : `CROSS JOIN LATERAL (SELECT ${id} AS id) AS i`;
}

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
  const ways: readonly Way[] = where.search ? where.search.ways : [[]];
  if (statuses.length === 0 || ways.length === 0) return `SELECT NULL::uuid AS id, '' AS key WHERE false`;
  const order = orderOf(sort, where, place);
  const most = place(limit);
  const part = (inState: readonly string[], way: Way) => {
    const asked = waySql(way, place);
    const conditions = [
      ...order.conditions,
      ...inState,
      ...(where.statuses === undefined ? [] : statusConditions(statuses, namesLive(where, sort), place)),
      ...conditionsOf(where, sort, place),
      ...asked.conditions,
      ...(edge ? [order.behind(edge, place)] : []),
    ];
    const from = order.from(conditions.some((condition) => readsRow.test(condition)));
    return `SELECT i.id, ${order.key} AS key FROM ${from} ${asked.joins}
    WHERE ${conditions.join('\n AND ')} ORDER BY ${order.by} LIMIT ${most}`;
  };
  const parts = statePlaces(where, sort, statuses, place).flatMap((inState) =>
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

/**
 * Conditions of the state, in parts, since different indexes answer for them: a live instance is where it stays, an ended one where
 * it ended. What is said of the stay itself (its age, or where it comes in the order) says the state with it.
 */
function statePlaces(
  where: InstanceConditions,
  sort: InstanceSort,
  statuses: readonly InstanceStatus[],
  place: Place,
): readonly (readonly string[])[] {
  const { state, minAge, maxAge } = where;
  if (state === undefined || sort === 'age') return [[]];
  const live = walksById(sort) ? ['i.closed_at IS NULL'] : [];
  if (minAge !== undefined || maxAge !== undefined) return [live];
  const parts: string[][] = [];
  if (statuses.some((status) => !isClosed(status)))
    parts.push([...live, `i.id IN (${stays({ state }, place)})`]);
  if (statuses.some(isClosed)) parts.push([`i.closed_state = ${place(state)}`]);
  return parts;
}

/** SQL of the instances that have such a stay. */
function stays(filters: StayFilters, place: Place): string {
  return `SELECT s.instance_id FROM public.step_instances s WHERE ${openStay('s', filters, place)}`;
}

/** Names of the sorts are the product's (`instanceSorts`). Each has an index that gives it. */
function orderOf(sort: InstanceSort, where: InstanceConditions, place: Place): Order {
  const instances = {
    from: () => 'public.instances i',
    conditions: ['i.tenant_id = tenant.id'],
  };
  switch (sort) {
    case 'newest':
      return {
        ...instances,
        key: `''`,
        by: 'i.id DESC',
        ofFound: 'found.id DESC',
        behind: ({ id }) => `i.id < ${place(id)}::uuid`,
      };
    case 'oldest':
      return {
        ...instances,
        key: `''`,
        by: 'i.id',
        ofFound: 'found.id',
        behind: ({ id }) => `i.id > ${place(id)}::uuid`,
      };
    case 'closed':
      return {
        ...instances,
        key: 'public.instant_text(i.closed_at)',
        by: 'i.closed_at DESC, i.id DESC',
        ofFound: 'found.key COLLATE "C" DESC, found.id DESC',
        behind: ({ key, id }) => `(i.closed_at, i.id) < (${place(key)}::timestamptz, ${place(id)}::uuid)`,
        conditions: [...instances.conditions, 'i.closed_at IS NOT NULL'],
      };
    case 'age':
      return {
        from: (row) => `public.step_instances s ${instanceOf('s.instance_id', row)}`,
        key: 'public.instant_text(s.entered_at)',
        by: 's.entered_at, s.instance_id',
        ofFound: 'found.key COLLATE "C", found.id',
        behind: ({ key, id }) =>
          `(s.entered_at, s.instance_id) > (${place(key)}::timestamptz, ${place(id)}::uuid)`,
        conditions: [
          openStay('s', where, place),
          // With branches an instance is in several steps; it is listed once, by the oldest of those that are asked for.
          `NOT EXISTS (SELECT FROM public.step_instances o WHERE ${openStay('o', where, place)}
            AND o.instance_id = s.instance_id AND (o.entered_at, o.key) < (s.entered_at, s.key))`,
        ],
      };
    case 'deadline':
      return {
        from: (row) => `public.tasks t ${instanceOf('t.instance_id', row)}`,
        key: 'public.instant_text(t.due_at)',
        by: 't.due_at, t.instance_id',
        ofFound: 'found.key COLLATE "C", found.id',
        behind: ({ key, id }) =>
          `(t.due_at, t.instance_id) > (${place(key)}::timestamptz, ${place(id)}::uuid)`,
        conditions: [
          dueTask('t', where.deadline),
          // Of several that are due in that time the first counts, and the instance is listed once.
          `NOT EXISTS (SELECT FROM public.tasks o WHERE ${dueTask('o', where.deadline)} AND o.instance_id = t.instance_id
            AND (o.due_at, o.id) < (t.due_at, t.id))`,
        ],
      };
  }
}

function conditionsOf(where: InstanceConditions, sort: InstanceSort, place: Place): string[] {
  const { requesterIds, definitionIds, definitionVersion } = where;
  const { waitingFor, subjectId, deadline, cause } = where;
  return [
    ...(requesterIds === undefined ? [] : [isOneOf('requester_id', requesterIds, place)]),
    ...(definitionIds === undefined ? [] : [isOneOf('definition_id', definitionIds, place)]),
    ...(definitionVersion === undefined ? [] : [`i.definition_version = ${place(definitionVersion)}`]),
    ...ageConditions(where, sort, place),
    ...(waitingFor === undefined ? [] : waitConditions(waitingFor, where, sort, place)),
    ...(subjectId === undefined ? [] : [`i.subject_id = ${place(subjectId)}`]),
    ...(deadline === undefined ? [] : deadlineConditions(deadline, sort)),
    ...(cause === undefined
      ? []
      : [
          `i.id IN (SELECT c.instance_id FROM public.incidents c WHERE c.tenant_id = tenant.id AND c.closed_at IS NULL
            AND c.cause_id = ${place(cause)}::uuid)`,
        ]),
  ];
}

/** The order is that of the ids, in which an index of the live instances alone can be followed. */
function walksById(sort: InstanceSort): boolean {
  return sort === 'newest' || sort === 'oldest';
}

/**
 * An index on what instances wait for would be written by nearly every move; where they can wait for it says nearly as much. Of few
 * that is the list to begin with. Of many it narrows nothing, and is left out: beside other conditions of live instances the
 * planner would take it for as many times fewer. What it knows of the column is about ended instances too, so it is asked in a
 * way of which it knows nothing.
 */
function waitConditions(
  { reason, steps, few }: NonNullable<InstanceConditions['waitingFor']>,
  where: InstanceConditions,
  sort: InstanceSort,
  place: Place,
): string[] {
  const { state } = where;
  const waits = `array_position(i.waiting_for, ${place(reason)}) IS NOT NULL`;
  if (few) {
    return [
      waits,
      `i.id = ANY (ARRAY(SELECT s.instance_id FROM public.step_instances s
        WHERE s.tenant_id = tenant.id AND s.exited_at IS NULL AND s.live AND s.step = ANY (${place(steps)}::text[])))`,
    ];
  }
  return state !== undefined || namesLive(where, sort) ? [waits] : [waits, 'i.closed_at IS NULL'];
}

/** The order or a filter goes by open stays or tasks, which live instances alone have. */
function namesLive({ minAge, maxAge, deadline }: InstanceConditions, sort: InstanceSort): boolean {
  return !walksById(sort) || [minAge, maxAge, deadline].some((filter) => filter !== undefined);
}

function ageConditions(where: InstanceConditions, sort: InstanceSort, place: Place): string[] {
  const { minAge, maxAge } = where;
  // In the order of ages the stay itself has met them.
  if (sort === 'age' || (minAge === undefined && maxAge === undefined)) return [];
  const old = stays(where, place);
  if (sort !== 'newest' || minAge === undefined) return [`i.id IN (${old})`];
  // Nobody has been in a step for longer than there is the instance. (An hour, should the clocks of app and database differ.)
  const made = `public.first_id_at(now() - ${place(minAge)}::interval + interval '1 hour')`;
  return [`i.id < ${made}`, `i.id IN (${old} AND s.instance_id < ${made})`];
}

function deadlineConditions(deadline: DeadlineFilter, sort: InstanceSort): string[] {
  // Nothing will happen by itself, however long it takes.
  if (deadline === 'none') return ['i.undated'];
  // In the order of deadlines the task itself has met it.
  return sort === 'deadline'
    ? []
    : [`i.id IN (SELECT t.instance_id FROM public.tasks t WHERE ${dueTask('t', deadline)})`];
}
