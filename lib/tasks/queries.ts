import { appPool } from '@/lib/database/pool';
import { namesOfRungRoles } from '@/lib/deadlines/at-deadline';
import { isOpenTask } from '@/lib/engine/lifecycle';
import { readCursor, writeCursor } from '@/lib/http/cursor';
import { type Page, type PageQuery, pageQuerySchema } from '@/lib/http/page';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { holds } from '@/lib/people/permissions';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { loadDefinition } from '@/lib/runtime/snapshot';
import { taskDetail, taskRow } from './detail';
import { readDecider } from './read-decider';
import { readFilters } from '@/lib/inbox/conditions';
import { fitsOrder, orderOf } from '@/lib/inbox/order';
import { readCounts, readInbox } from '@/lib/inbox/read-inbox';
import { readTask } from './read-task';
import { readTasks, type StoredTaskRow } from './read-tasks';
import {
  type ReadFilters,
  type TaskCounts,
  type TaskFilters,
  taskFiltersSchema,
  type View,
} from '@/lib/inbox/schema';
import type { TaskDetail, TaskRow } from './schema';

/**
 * Tasks of the actor. `view` says which: `mine` and `groups` are open ones that wait for them, `waiting` those that they
 * wait for others to decide, `done` those that they decided, `all` those of everybody (support). With `instance` and no
 * view: all of one instance that they may read.
 */
export async function listTasks(
  actor: Actor,
  filters: TaskFilters = {},
  page: PageQuery = {},
): Promise<Result<Page<TaskRow>>> {
  const read = readInput(taskFiltersSchema, filters);
  if (!read.ok) return read;
  const paged = readInput(pageQuerySchema, page);
  if (!paged.ok) return paged;
  const { cursor, limit } = paged.value;
  const view = viewFor(actor, read.value);
  const lacking = view === 'all' && lacks(actor, 'instances.read_all');
  if (lacking) return lacking;
  if (view === undefined || read.value.status === 'closed') {
    return listByAge(actor, read.value, cursor, limit);
  }
  const order = orderOf(read.value.sort ?? ['newest'], read.value.group);
  const after = readCursor(cursor, orderName(read.value), order.columns.length);
  if (!after.ok) return after;
  if (after.value && !fitsOrder(order.columns, after.value)) return damaged;
  const rows = await readInbox(actor, view, readFilters(read.value), order, after.value, limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const next = last && writeCursor(orderName(read.value), last.key);
  return done({ items: await asRows(actor, rows.slice(0, limit)), next: next ?? null });
}

/** Tasks of one instance, or closed ones of everybody: neither is anybody's inbox. */
async function listByAge(
  actor: Actor,
  { instance, definition, sort = ['newest'], status, view }: ReadFilters,
  cursor: string | undefined,
  limit: number,
): Promise<Result<Page<TaskRow>>> {
  const [key] = sort;
  if ((key !== 'newest' && key !== 'oldest') || (view !== undefined && view !== 'all')) {
    return refuse('invalid', 'Tasks of one instance and closed ones are sorted by newest or oldest.');
  }
  const after = readCursor(cursor, `tasks-${key}`, 1);
  if (!after.ok) return after;
  if (after.value && !isUuid(after.value[0])) return damaged;
  // No instance has such an id, so it has no tasks either.
  if (instance !== undefined && !isUuid(instance)) return done({ items: [], next: null });
  const where = { status, instanceId: instance, definitionKey: definition };
  const rows = await readTasks(actor, where, key, after.value?.[0], limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const items = await asRows(actor, rows.slice(0, limit));
  return done({ items, next: last ? writeCursor(`tasks-${key}`, last.key) : null });
}

function orderName({ sort = ['newest'], group }: ReadFilters): string {
  return `inbox ${[group ?? '', ...sort].join(' ')}`;
}

const damaged = refuse('invalid', 'This cursor is damaged. Start again from the first page.');

async function asRows({ tenantId }: Actor, rows: readonly StoredTaskRow[]): Promise<TaskRow[]> {
  const published = await Promise.all(
    rows.map(async (row) => ({ row, of: await loadDefinition(appPool(), tenantId, row.versionId) })),
  );
  const roles = await namesOfRungRoles(
    tenantId,
    published.map(({ row, of }) => ({ definition: of.content, atDeadline: row.atDeadline })),
  );
  return published.map(({ row, of }) => taskRow(row, of, roles));
}

/** How many tasks wait for the actor, for the navigation and the views. */
export async function countTasks(actor: Actor): Promise<TaskCounts> {
  return readCounts(actor);
}

/** A task with its form and facts, who may decide it, and whether the actor may: if not, by which rule. */
export async function getTask(actor: Actor, id: string): Promise<Result<TaskDetail>> {
  const stored = isUuid(id) ? await readTask(actor, id) : null;
  if (!stored) return refuse('not_found', 'There is no such task, or you may not see it.');
  const published = await loadDefinition(appPool(), actor.tenantId, stored.versionId);
  const { status, assignee } = stored.row;
  const heldByOther = isOpenTask(status) && status === 'in_progress' && assignee?.id !== actor.personId;
  const holder = heldByOther && assignee ? await readDecider(actor.tenantId, assignee.id) : null;
  const roles = await namesOfRungRoles(actor.tenantId, [
    { definition: published.content, atDeadline: stored.atDeadline },
  ]);
  return done(taskDetail(actor, stored, published, holder, roles));
}

function viewFor(actor: Actor, { view, instance }: ReadFilters): View | undefined {
  if (view || instance !== undefined) return view;
  return holds(actor, 'instances.read_all') ? 'all' : 'mine';
}
