import { getInstance, listEvents, listInstances } from '@/lib/instances/queries';
import type { InstanceListQuery } from '@/lib/instances/schema';
import type { Actor } from '@/lib/people/actor';
import { takeCounts } from '@/lib/runtime/operations-counts';
import { readBoard } from '@/lib/support/board';
import { listDataChanges } from '@/lib/support/data-changes';
import { readFlow } from '@/lib/support/flow';
import { listIncidentGroups } from '@/lib/support/incidents';
import { readMessages } from '@/lib/support/messages';
import { readOperations } from '@/lib/support/operations';
import { take } from '@/lib/testing/builders/refund-world';
import { timeRead } from './report';
import { copyInstances, openSupport } from './support-rows';

/** Instances of the sizes that are looked at, up to COUNT of the environment. */
const most = Number(process.env['COUNT'] ?? 20_000);
const sizes = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size < most).concat(most);
/** Goal of issue 6: time of one read at p95, in milliseconds. */
const goal = 100;

/** What support asks of a tenant with many instances: each filter, each order, and what people combine. */
const lists: Readonly<Record<string, InstanceListQuery>> = {
  'first page': {},
  'by order number': { q: 'bench-777' },
  'by a word of many': { q: 'customer' },
  'by two words': { q: 'customer 77' },
  'by words, none': { q: 'nobody is called so' },
  'by person': { q: 'person:carol' },
  'by process in words': { q: 'process:refund_5' },
  'by the process of many': { q: 'refund' },
  'by person and word': { q: 'carol 77' },
  'by person or process': { q: 'carol OR refund_5' },
  'field, text': { q: 'customer:"customer 77"' },
  'field, number': { q: 'amount=777' },
  'field, a few above': { q: 'amount>9990' },
  'field, most above': { q: 'amount>100' },
  'field, any value': { q: 'mail:*' },
  'field, mail': { q: 'mail:c4242@mail.example' },
  'two fields': { q: 'customer:"customer 77" amount>9000' },
  'one field or another': { q: 'customer="customer 77" OR amount=12' },
  'fields in parentheses': { q: '(customer:"customer 77" OR amount>9000) mail:c4242' },
  'field, between': { q: 'amount>9000 amount<9100' },
  'field or status': { q: 'customer:"customer 77" OR status:failed' },
  'but not': { q: 'customer:"customer 77" -status:completed' },
  'not, alone': { q: '-customer:"customer 77"' },
  'created on a day': { q: `created=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}` },
  'started by me': { requester: 'me' },
  'requester of many': { requester: 'carol@example.test' },
  'requester of none': { requester: 'bob@example.test', sort: 'age' },
  'status: waiting': { status: ['waiting'] },
  'status: completed': { status: ['completed'] },
  'status: needs attention': { status: ['needs_attention'] },
  'status: failed or paused': { status: ['failed', 'paused'] },
  step: { state: 'in_review' },
  'step that ended': { state: 'approved' },
  'step of nobody': { state: 'rejected' },
  'process, many': { definition: 'refund' },
  'process, few': { definition: 'refund_5' },
  'process, version, step': { definition: 'refund', version: 1, state: 'in_review' },
  'process, few, late': { definition: 'refund_5', deadline: 'overdue', sort: 'deadline' },
  'waiting for a task': { waitingFor: 'human_task' },
  'waiting for a signal': { waitingFor: 'signal' },
  'by subject': { subject: 'bench-777' },
  'over 300 days': { minAge: 'P300D' },
  'over three days': { minAge: 'P3D', sort: 'age' },
  'one to four hours': { minAge: 'PT1H', maxAge: 'PT4H' },
  'past deadline': { deadline: 'overdue' },
  'due today': { deadline: 'today' },
  'due at some time': { deadline: 'some' },
  'without a deadline': { deadline: 'none' },
  'no deadline, longest': { deadline: 'none', sort: 'age' },
  'process, task, due today': { definition: 'refund_5', waitingFor: 'human_task', deadline: 'today' },
  'two words, longest first': { q: 'customer 77', sort: 'age' },
  'by word, ended first': { q: 'refund', sort: 'closed' },
  oldest: { sort: 'oldest' },
  'ended last first': { sort: 'closed' },
  'longest in state': { sort: 'age' },
  'longest in one state': { state: 'in_review', sort: 'age' },
  'due first': { sort: 'deadline' },
  'waiting, due first': { status: ['waiting'], sort: 'deadline' },
  'attention, longest first': { status: ['needs_attention'], sort: 'age' },
  'over 300 days, due first': { minAge: 'P300D', sort: 'deadline' },
  'over 300 days, in a step': { minAge: 'P300D', state: 'in_review', sort: 'deadline' },
  'under five hours, due first': { maxAge: 'PT5H', sort: 'deadline' },
  'due today, longest first': { deadline: 'today', sort: 'age' },
  'overdue, longest first': { deadline: 'overdue', sort: 'age' },
  'few, due today, longest': { definition: 'refund_5', deadline: 'today', sort: 'age' },
  'words of another field': { q: 'customer:bench' },
  'without a value, none': { q: '-customer:*' },
  'without a value, few': { q: '-mail:*' },
  'without a value, oldest': { q: '-mail:*', sort: 'oldest' },
  'without a value, longest': { q: '-mail:*', sort: 'age' },
  'without a value, due first': { q: '-mail:*', sort: 'deadline' },
  'without a value, ended first': { q: '-mail:*', sort: 'closed' },
  'without a value, waiting': { q: '-mail:*', status: ['waiting'] },
  'without a value, of a process': { q: '-mail:*', definition: 'refund' },
  'without either value': { q: '-mail:* -customer:*' },
  'without one or another': { q: '-mail:* OR -customer:*' },
  'not declared by one': { q: '-note:*' },
  'without a key': { q: '-key:*' },
  'without a subject': { q: '-subject:*' },
};

type Asked = { readonly quick: boolean; readonly argument?: string | undefined };

/** p95 of each read, in milliseconds, by how many instances there were. */
type Growth = Map<string, Map<number, number>>;

/**
 * How long the reads of support take beside more and more instances (see `copyInstances`).
 * @param argument measures only the reads whose names have it
 * @returns 1 where one misses its goal
 */
export async function measureSupport({ quick, argument = '' }: Asked): Promise<number> {
  const { owner, app, world, templates, close, ...former } = await openSupport(process.env['SUPPORT_KEPT']);
  try {
    const [sam, { live, ended }] = [await world.person('sam'), templates[0]!];
    const growth: Growth = new Map();
    let { made } = former;
    for (const size of quick ? sizes.slice(0, 2) : sizes) {
      if (size < made) continue;
      const began = performance.now();
      if (size > made) await copyInstances(owner, world.tenantId, templates, made, size);
      made = size;
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const { rows } = await owner.query<{ events: string; bytes: string }>(
        `SELECT (SELECT reltuples::bigint FROM pg_class WHERE oid = 'events'::regclass) AS events,
           pg_size_pretty(pg_database_size(current_database())) AS bytes`,
      );
      console.log(
        `${size.toLocaleString('en')} instances, ${Number(rows[0]!.events).toLocaleString('en')} events, ${rows[0]!.bytes} (made in ${seconds} s)`,
      );
      const cursor = await cursorBehind(sam, 15);
      const { took } = await takeCounts(app, world.tenantId);
      const reads: Readonly<Record<string, () => Promise<unknown>>> = {
        ...Object.fromEntries(
          Object.entries(lists).map(([name, query]) => [name, () => listed(sam, query)] as const),
        ),
        'a page far down': () => listed(sam, {}, cursor),
        'instance, live': async () => take(await getInstance(sam, live)),
        'instance, ended': async () => take(await getInstance(sam, ended)),
        'its timeline': async () => take(await listEvents(sam, ended, { before: 'latest' })),
        'its signals and messages': async () => take(await readMessages(sam, live)),
        'its data changes': async () => take(await listDataChanges(sam, ended)),
        'its operations': async () => take(await readOperations(sam, live)),
        'incidents by cause': async () => take(await listIncidentGroups(sam, {})),
        'flow of a process': async () => take(await readFlow(sam, 'refund')),
        'flow of a version': async () => take(await readFlow(sam, 'refund', 1)),
        'the board, from its counts': async () => take(await readBoard(sam)),
      };
      for (const [name, read] of Object.entries(reads)) {
        if (!name.includes(argument)) continue;
        const before = growth.get(name) ?? new Map<number, number>();
        growth.set(name, before.set(size, await timeRead(name, goal, read)));
      }
      console.log(
        `  ${'one count for the board'.padEnd(28)} ${String(took).padStart(8)} ms, in the background\n`,
      );
    }
    sayGrowth(growth);
    const slowest = Math.max(...[...growth.values()].flatMap((of) => [...of.values()]));
    return slowest <= goal ? 0 : 1;
  } finally {
    await close();
  }
}

/** One line for each read, with its p95 beside each number of instances: what grows with them shows. */
function sayGrowth(growth: Growth): void {
  const counts = [...new Set([...growth.values()].flatMap((of) => [...of.keys()]))];
  if (counts.length < 2) return;
  const row = (name: string, cells: readonly string[]) =>
    console.log(`  ${name.padEnd(28)}${cells.map((cell) => cell.padStart(12)).join('')}`);
  console.log('p95 in ms beside so many instances');
  row(
    '',
    counts.map((count) => count.toLocaleString('en')),
  );
  for (const [name, of] of growth)
    row(
      name,
      counts.map((count) => of.get(count)?.toFixed(1) ?? ''),
    );
}

async function listed(actor: Actor, query: InstanceListQuery, cursor?: string): Promise<number> {
  return take(await listInstances(actor, query, { limit: 50, cursor })).items.length;
}

/** The cursor behind so many pages of the whole list, or behind the last one. */
async function cursorBehind(actor: Actor, pages: number): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let turn = 0; turn < pages; turn += 1) {
    const { next } = take(await listInstances(actor, {}, { limit: 50, cursor }));
    cursor = next ?? cursor;
  }
  return cursor;
}
