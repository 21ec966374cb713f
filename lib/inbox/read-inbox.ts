import { appPool } from '@/lib/database/pool';
import { readTenant, tenantQuery } from '@/lib/database/tenant-statement';
import { actingFor } from '@/lib/absence/acting-for';
import type { Actor } from '@/lib/people/actor';
import { type Audience, audiencesOf } from './audience';
import { countsStatement } from './inbox-statement';
import type { InboxConditions, Statement } from './narrowing';
import type { TaskCounts, View } from './schema';
import type { Order } from './order';
import { readPage } from './read-page';
import { type StoredTaskRow, taskColumns } from '@/lib/tasks/read-tasks';

/**
 * The actor's tasks of a view in the given order.
 * @param after the key of the row after which they begin
 */
export async function readInbox(
  actor: Actor,
  view: View,
  where: InboxConditions,
  order: Order,
  after: readonly string[] | undefined,
  limit: number,
): Promise<StoredTaskRow[]> {
  const audiences = await audiencesFor(actor, view);
  if (audiences.length === 0) return [];
  const lists = { audiences, where: withSnoozes(actor, view, where), order };
  return readPage<StoredTaskRow>((statement) => run(actor, statement), lists, after, limit, taskColumns);
}

/** The lists of a view; none for “acting for” while nobody is away whose deputy the actor is. */
export async function audiencesFor(actor: Actor, view: View): Promise<Audience[]> {
  return audiencesOf(view, actor, view === 'acting' || view === 'snoozed' ? await actingFor(actor) : []);
}

/** What waits for the actor is without what they have put off; that has a view of its own. */
function withSnoozes(actor: Actor, view: View, where: InboxConditions): InboxConditions {
  if (view === 'waiting' || view === 'done' || view === 'all') return where;
  return { ...where, snoozed: { by: actor.personId, shown: view === 'snoozed' ? 'only' : 'not' } };
}

/** Counting stops here. */
const most = 1000;
const everything: InboxConditions = { facts: [] };

/** How many tasks each list has; counting stops at 1,000. */
export async function countLists(
  actor: Actor,
  lists: readonly { readonly name: string; readonly view: View; readonly where: InboxConditions }[],
): Promise<Readonly<Record<string, number>>> {
  const principals = await actingFor(actor);
  const asked = lists.map(({ name, view, where }) => ({
    name,
    where: withSnoozes(actor, view, where),
    audiences: audiencesOf(view, actor, principals),
  }));
  const statement = countsStatement(asked, most);
  const [row] = await run<{ counts: Readonly<Record<string, number>> }>(actor, statement);
  return row!.counts;
}

/** How many tasks wait for the actor, in each view. */
export async function readCounts(actor: Actor): Promise<TaskCounts> {
  const late: InboxConditions = { facts: [], overdue: true };
  const counts = await countLists(actor, [
    { name: 'mine', view: 'mine', where: everything },
    { name: 'groups', view: 'groups', where: everything },
    { name: 'snoozed', view: 'snoozed', where: everything },
    { name: 'acting', view: 'acting', where: everything },
    { name: 'waiting', view: 'waiting', where: everything },
    { name: 'done', view: 'done', where: everything },
    { name: 'late', view: 'mine', where: late },
    { name: 'lateGroups', view: 'groups', where: late },
  ]);
  const of = (name: string) => counts[name] ?? 0;
  return {
    mine: of('mine'),
    groups: of('groups'),
    acting: of('acting'),
    snoozed: of('snoozed'),
    waiting: of('waiting'),
    done: of('done'),
    overdue: Math.min(of('late') + of('lateGroups'), most),
  };
}

function run<Row extends object>(actor: Actor, { text, values }: Statement): Promise<Row[]> {
  return readTenant<Row>(appPool(), actor.tenantId, tenantQuery(text), values);
}
