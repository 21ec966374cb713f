import { appPool } from '@/lib/database/pool';
import { isOpenTask } from '@/lib/engine/lifecycle';
import { readCursor, writeCursor } from '@/lib/http/cursor';
import { type Page, type PageQuery, pageQuerySchema } from '@/lib/http/page';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { holds } from '@/lib/people/permissions';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid, likePattern } from '@/lib/people/text';
import { loadDefinition } from '@/lib/runtime/snapshot';
import { taskDetail, taskRow } from './detail';
import { fitsOrder, keyParts } from './order';
import { readDecider } from './read-decider';
import { readTask } from './read-task';
import { readCounts, readTasks, type TaskConditions } from './read-tasks';
import {
  type TaskCounts,
  type TaskDetail,
  type TaskFilters,
  taskFiltersSchema,
  type TaskRow,
} from './schema';

/**
 * Tasks of the actor. `view` says which: `mine` and `groups` are open ones that wait for them, `done` those that they
 * decided, `all` those of everybody (support). With `instance` and no view: all of one instance that they may read.
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
  const { instance, definition, q, sort = 'newest' } = read.value;
  const { cursor, limit } = paged.value;
  const view = viewFor(actor, read.value);
  const lacking = view === 'all' && lacks(actor, 'instances.read_all');
  if (lacking) return lacking;
  const after = readCursor(cursor, `tasks-${sort}`, keyParts[sort]);
  if (!after.ok) return after;
  if (after.value && !(isUuid(after.value.at(-1)) && fitsOrder(sort, after.value))) {
    return refuse('invalid', 'This cursor is damaged. Start again from the first page.');
  }
  // No instance has such an id, so it has no tasks either.
  if (instance !== undefined && !isUuid(instance)) return done({ items: [], next: null });

  const where: TaskConditions = {
    view,
    status: read.value.status ?? (view === 'all' ? 'open' : undefined),
    instanceId: instance,
    definitionKey: definition,
    words: likePattern(q) ?? undefined,
  };
  const rows = await readTasks(actor, where, sort, after.value, limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const items = await Promise.all(
    shown.map(async (row) => taskRow(row, await loadDefinition(appPool(), actor.tenantId, row.versionId))),
  );
  return done({ items, next: last ? writeCursor(`tasks-${sort}`, last.key) : null });
}

/** How many tasks wait for the actor, for the navigation. */
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
  return done(taskDetail(actor, stored, published, holder));
}

function viewFor(actor: Actor, { view, instance }: { view?: TaskFilters['view']; instance?: string }) {
  if (view || instance !== undefined) return view;
  return holds(actor, 'instances.read_all') ? 'all' : 'mine';
}
