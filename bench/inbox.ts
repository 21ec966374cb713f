import type { Pool } from 'pg';
import { createPool } from '@/lib/database/pool';
import { readTenant, tenantQuery } from '@/lib/database/tenant-statement';
import { type Audience, audiencesOf } from '@/lib/inbox/audience';
import { countsStatement } from '@/lib/inbox/inbox-statement';
import type { InboxConditions, Statement } from '@/lib/inbox/narrowing';
import { type Grouping, readFactFilter, type View } from '@/lib/inbox/schema';
import { orderOf } from '@/lib/inbox/order';
import { type Run, readPage } from '@/lib/inbox/read-page';
import { type StoredTaskRow, taskColumns } from '@/lib/tasks/read-tasks';
import { findTasks, makeTasks, type MadeTasks } from './inbox-tasks';
import { median, verdict } from './report';
import { keptServer, startServer } from './server';

/** Milliseconds that the database may take for any list or count (issue 4). */
const most = 100;
const rows = 51;
/** Lists whose plans are shown; those of a list that takes longer are shown too. */
const explained = ['my groups, due first', 'my groups, priority then amount'];

/** One list that people look at: a view with its filters, and its order. */
type List = {
  readonly name: string;
  readonly view: View;
  readonly sort: readonly string[];
  readonly group?: Grouping;
  readonly where?: Partial<InboxConditions>;
  readonly facts?: readonly string[];
};

const lists: readonly List[] = [
  { name: 'mine, due first', view: 'mine', sort: ['due'] },
  { name: 'my groups, due first', view: 'groups', sort: ['due'] },
  { name: 'my groups, newest', view: 'groups', sort: ['newest'] },
  { name: 'my groups, priority', view: 'groups', sort: ['priority'] },
  { name: 'my groups, priority then newest', view: 'groups', sort: ['priority', 'newest'] },
  { name: 'my groups, grouped by process', view: 'groups', sort: ['due'], group: 'process' },
  { name: 'my groups, by amount', view: 'groups', sort: ['-fact:Amount', 'due'] },
  { name: 'my groups, by a fact that few have', view: 'groups', sort: ['fact:Contract', 'due'] },
  { name: 'my groups, priority then amount', view: 'groups', sort: ['priority', '-fact:Amount'] },
  { name: 'my groups, priority the other way', view: 'groups', sort: ['-priority'] },
  {
    name: 'my groups, grouped by process, by amount',
    view: 'groups',
    sort: ['-fact:Amount'],
    group: 'process',
  },
  {
    name: 'my groups, grouped by priority, by contract',
    view: 'groups',
    sort: ['fact:Contract'],
    group: 'priority',
  },
  {
    name: 'my groups, a rare country, by priority',
    view: 'groups',
    sort: ['priority', 'newest'],
    facts: ['Country:is:Rare'],
  },
  { name: 'my groups, country then amount', view: 'groups', sort: ['fact:Country', '-fact:Amount'] },
  {
    name: 'my groups, few have a word, by priority',
    view: 'groups',
    sort: ['priority', 'newest'],
    where: { words: '%customer 1230%' },
  },
  { name: 'my groups, one process', view: 'groups', sort: ['due'], where: { definitionKey: 'process_7' } },
  { name: 'my groups, overdue', view: 'groups', sort: ['due'], where: { overdue: true } },
  { name: 'my groups, one country', view: 'groups', sort: ['due'], facts: ['Country:is:C3'] },
  { name: 'my groups, a rare country', view: 'groups', sort: ['due'], facts: ['Country:is:Rare'] },
  { name: 'my groups, a rare country, newest', view: 'groups', sort: ['newest'], facts: ['Country:is:Rare'] },
  {
    name: 'my groups, one country and a greater amount',
    view: 'groups',
    sort: ['due'],
    facts: ['Country:is:C3', 'Amount:from:9900'],
  },
  { name: 'my groups, a greater amount', view: 'groups', sort: ['due'], facts: ['Amount:from:9990'] },
  { name: 'my groups, a common word', view: 'groups', sort: ['due'], where: { words: '%customer 1%' } },
  { name: 'my groups, a word nobody has', view: 'groups', sort: ['due'], where: { words: '%zebra%' } },
  {
    name: 'my groups, a word that few have',
    view: 'groups',
    sort: ['due'],
    where: { words: '%customer 1230%' },
  },
  { name: 'all, due first', view: 'all', sort: ['due'] },
  { name: 'all, by amount', view: 'all', sort: ['fact:Amount'] },
  { name: 'all, a word nobody has', view: 'all', sort: ['due'], where: { words: '%zebra%' } },
  { name: 'waiting on others', view: 'waiting', sort: ['due'] },
  { name: 'done', view: 'done', sort: ['newest'] },
];

/**
 * What each list and count of the inbox costs the database beside many tasks, which stay in the folder `INBOX_KEPT` where one
 * is named.
 * @returns the exit code */
export async function measureInbox({ quick }: { readonly quick: boolean }): Promise<number> {
  const tasks = Number(process.env.INBOX_TASKS ?? (quick ? 5_000 : 25_000));
  const folder = process.env.INBOX_KEPT;
  const server = await (folder ? keptServer(folder) : startServer());
  const owner = createPool(server.ownerUrl, { max: 1 });
  const app = createPool(server.appUrl, { max: 1 });
  try {
    console.log(`${server.description}\n`);
    const began = performance.now();
    const made = (folder && (await findTasks(owner))) || (await makeTasks(owner, tasks));
    console.log(
      `${made.tasks.toLocaleString('en')} tasks, ${made.open.toLocaleString('en')} open, ${made.ofGroups.toLocaleString('en')} of them for the reader’s two roles; there in ${((performance.now() - began) / 1000).toFixed(0)} s\n`,
    );
    let kept = true;
    for (const list of lists) {
      const reads = { page: () => pageOf(app, list, made), count: () => countOf(app, list, made) };
      for (const [name, read] of Object.entries(reads)) {
        const time = await timeOf(() => read().read);
        kept &&= time <= most;
        const title = name === 'page' ? list.name.padEnd(46) : 'counted'.padStart(46);
        console.log(`  ${title} ${verdict(time, most, 'ms')}`);
        if (time > most || explained.includes(list.name)) console.log(await explain(app, made, read()));
      }
    }
    return kept ? 0 : 1;
  } finally {
    await Promise.all([owner.end(), app.end()]);
    await server.stop();
  }
}

function conditions({ where, facts = [] }: List): InboxConditions {
  return { ...where, facts: facts.map(readFactFilter) };
}

function audiences({ view }: List, { reader }: MadeTasks): readonly Audience[] {
  return audiencesOf(view, reader, []);
}

/** A read, and the statements that it has sent so far. */
type Read = { readonly read: Promise<unknown>; readonly sent: readonly Statement[] };

/** As the product reads it. */
function pageOf(app: Pool, list: List, made: MadeTasks): Read {
  const sent: Statement[] = [];
  const run: Run = (statement) => {
    sent.push(statement);
    return runOn(app, made)(statement);
  };
  const order = orderOf(list.sort, list.group);
  const of = { audiences: audiences(list, made), where: conditions(list), order };
  return { read: readPage<StoredTaskRow>(run, of, undefined, rows, taskColumns), sent };
}

function countOf(app: Pool, list: List, made: MadeTasks): Read {
  const one = { name: 'count', audiences: audiences(list, made), where: conditions(list) };
  const statement = countsStatement([one], 1000);
  return { read: runOn(app, made)(statement), sent: [statement] };
}

function runOn(app: Pool, { tenantId }: MadeTasks): Run {
  return ({ text, values }) => readTenant(app, tenantId, tenantQuery(text), values);
}

/** Milliseconds; the median of five. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

/** The plans of all statements of a read. */
async function explain(app: Pool, { tenantId }: MadeTasks, { read, sent }: Read): Promise<string> {
  await read;
  const plans: string[] = [];
  for (const { text, values } of sent) {
    const { rows: lines } = await app.query<{ 'QUERY PLAN': string }>({
      text: `EXPLAIN (ANALYZE, BUFFERS, COSTS off) ${tenantQuery(text).text}`,
      values: [tenantId, ...values],
    });
    plans.push(lines.map((line) => `      ${line['QUERY PLAN']}`).join('\n'));
  }
  return plans.join('\n      then\n');
}
