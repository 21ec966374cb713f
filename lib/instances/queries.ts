import { appPool } from '@/lib/database/pool';
import { namesOfRungRoles } from '@/lib/deadlines/at-deadline';
import { readCursor, writeCursor } from '@/lib/http/cursor';
import { type Page, type PageQuery, pageQuerySchema } from '@/lib/http/page';
import type { Actor } from '@/lib/people/actor';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { loadDefinition } from '@/lib/runtime/snapshot';
import { type Verification, verifyInstance as verifyInRuntime } from '@/lib/runtime/verify';
import { instanceDetail, instanceRow } from './detail';
import { type EventsQuery, eventsQuerySchema } from './history';
import { readEvents } from './read-events';
import { readAccess, readDetail } from './read-instance';
import { readListQuery } from './read-list-query';
import { readInstances } from './read-instances';
import { readRelatives } from './relatives';
import { type EventRow, type InstanceDetail, type InstanceListQuery, type InstanceRow } from './schema';

/** Instances in the order asked for, else the newest first: all of them for support, their own for others. */
export async function listInstances(
  actor: Actor,
  query: InstanceListQuery = {},
  page: PageQuery = {},
): Promise<Result<Page<InstanceRow>>> {
  const asked = await readListQuery(actor, query);
  if (!asked.ok) return asked;
  const paged = readInput(pageQuerySchema, page);
  if (!paged.ok) return paged;
  const { where, sort } = asked.value;
  const { cursor, limit } = paged.value;
  const kind = sort === 'newest' ? 'instances' : `instances ${sort}`;
  const after = readCursor(cursor, kind, 2);
  if (!after.ok) return after;
  const [key, id] = after.value ?? [];
  if (id !== undefined && (!isUuid(id) || !isSortKey(key)))
    return refuse('invalid', 'This cursor is damaged.');

  const edge = id === undefined ? null : { key: key ?? '', id };
  const rows = await readInstances(actor.tenantId, where, sort, edge, limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const published = await Promise.all(
    shown.map(async (row) => ({ row, of: await loadDefinition(appPool(), actor.tenantId, row.versionId) })),
  );
  const roles = await namesOfRungRoles(
    actor.tenantId,
    published.map(({ row, of }) => ({ definition: of.content, atDeadline: row.atDeadline })),
  );
  const items = published.map(({ row, of }) => instanceRow(row, of, roles));
  return done({ items, next: last ? writeCursor(kind, [last.sortKey, last.row.id]) : null });
}

/** The part of a cursor by which it is sorted: nothing, or an instant. */
function isSortKey(key: string | undefined): boolean {
  return key === '' || (key !== undefined && !Number.isNaN(Date.parse(key)));
}

/** An instance with all that its page shows besides its events. */
export async function getInstance(actor: Actor, id: string): Promise<Result<InstanceDetail>> {
  const stored = isUuid(id) ? await readDetail(actor, id) : null;
  if (!stored) return noInstance;
  const [published, relatives] = await Promise.all([
    loadDefinition(appPool(), actor.tenantId, stored.versionId),
    readRelatives(actor, id),
  ]);
  const roles = await namesOfRungRoles(actor.tenantId, [
    { definition: published.content, atDeadline: stored.atDeadline },
  ]);
  return done(instanceDetail(actor, stored, published, relatives, roles));
}

/** A page of an instance's history, in the order of its sequence. */
export async function listEvents(
  actor: Actor,
  id: string,
  query: EventsQuery = {},
): Promise<Result<Page<EventRow>>> {
  const read = readInput(eventsQuerySchema, query);
  if (!read.ok) return read;
  const { after, before, limit } = read.value;
  const edge = before === 'latest' ? Number.MAX_SAFE_INTEGER : before;
  const from = edge === undefined ? { after: after ?? 0 } : { before: edge };
  const events = isUuid(id) ? await readEvents(actor, id, from, limit) : null;
  return events ? done({ items: events, next: nextEdge(events, limit, edge !== undefined) }) : noInstance;
}

/** Where the next page begins: above the last event, or below the first. */
function nextEdge(events: readonly EventRow[], limit: number, downwards: boolean): string | null {
  const edge = downwards ? events[0]?.sequence : events.at(-1)?.sequence;
  const more = downwards ? edge !== undefined && edge > 1 : events.length === limit;
  return more && edge !== undefined ? String(edge) : null;
}

/** Re-computes the hash chain of an instance's history and replays it (DESIGN 5.4 and 8.9). */
export async function verifyInstance(actor: Actor, id: string): Promise<Result<Verification>> {
  if (!isUuid(id) || !(await readAccess(actor, id))) return noInstance;
  const verification = await verifyInRuntime(appPool(), actor.tenantId, id);
  return verification ? done(verification) : noInstance;
}

const noInstance = refuse('not_found', 'There is no such instance, or you may not see it.');
