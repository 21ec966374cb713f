import type { Pool } from 'pg';
import { createPool } from '@/lib/database/pool';
import { readTenant, tenantQuery } from '@/lib/database/tenant-statement';
import type { Principal } from '@/lib/absence/acting-for';
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
  /** For whom the reader stands in, and how far. */
  readonly actingFor?: Pick<Principal, 'processes' | 'mostAmount'>;
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
  {
    name: 'acting for somebody',
    view: 'acting',
    sort: ['due'],
    actingFor: { processes: [], mostAmount: null },
  },
  {
    name: 'acting for somebody, in one process',
    view: 'acting',
    sort: ['due'],
    actingFor: { processes: ['process_7'], mostAmount: null },
  },
  {
    name: 'acting for somebody, up to an amount',
    view: 'acting',
    sort: ['due'],
    actingFor: { processes: [], mostAmount: 500 },
  },
  {
    name: 'acting for somebody, up to what nobody asks',
    view: 'acting',
    sort: ['due'],
    actingFor: { processes: [], mostAmount: -1 },
  },
  { name: 'put off', view: 'snoozed', sort: ['due'] },
  { name: 'waiting on others', view: 'waiting', sort: ['due'] },
  { name: 'done', view: 'done', sort: ['newest'] },
];

/** The counts that stand beside every list (`readCounts`). */
const rail: readonly List[] = [
  ...(['mine', 'groups', 'snoozed', 'acting', 'waiting', 'done'] as const).map((view) => ({
    name: view,
    view,
    sort: [],
  })),
  { name: 'late', view: 'mine', sort: [], where: { overdue: true } },
  { name: 'lateGroups', view: 'groups', sort: [], where: { overdue: true } },
];

type Asked = { readonly quick: boolean; readonly argument?: string | undefined };

/**
 * What each list and count of the inbox costs the database beside many tasks, which stay in the folder `INBOX_KEPT` where one
 * is named.
 * @param argument measures only the lists whose name has it
 * @returns the exit code */
export async function measureInbox({ quick, argument = '' }: Asked): Promise<number> {
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
    for (const list of lists.filter(({ name }) => name.includes(argument))) {
      const reads = { page: () => pageOf(app, list, made), count: () => countOf(app, list, made) };
      for (const [name, read] of Object.entries(reads)) {
        const time = await timeOf(() => read().read);
        kept &&= time <= most;
        const title = name === 'page' ? list.name.padEnd(46) : 'counted'.padStart(46);
        console.log(`  ${title} ${verdict(time, most, 'ms')}`);
        if (time > most || explained.includes(list.name)) console.log(await explain(app, made, read()));
      }
    }
    if (argument === '') {
      const time = await timeOf(() => countOf(app, rail, made).read);
      kept &&= time <= most;
      console.log(`  ${'all counts beside the list'.padEnd(46)} ${verdict(time, most, 'ms')}`);
    }
    return kept ? 0 : 1;
  } finally {
    await Promise.all([owner.end(), app.end()]);
    await server.stop();
  }
}

/** What is put off is left out of what waits for the reader, as the product does. */
function conditions({ view, where, facts = [] }: List, { reader }: MadeTasks): InboxConditions {
  const shown = view === 'snoozed' ? 'only' : 'not';
  const all = view === 'waiting' || view === 'done' || view === 'all';
  return {
    ...where,
    facts: facts.map(readFactFilter),
    ...(!all && { snoozed: { by: reader.personId, shown } }),
  };
}

function audiences({ view, actingFor }: List, { reader }: MadeTasks): readonly Audience[] {
  const absent = { id: reader.personId, name: 'Absent', email: 'absent@example.test', roles: reader.roles };
  const stands = { absence: '', until: '', through: [] };
  return audiencesOf(view, reader, actingFor ? [{ ...absent, ...stands, ...actingFor }] : []);
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
  const of = { audiences: audiences(list, made), where: conditions(list, made), order };
  return { read: readPage<StoredTaskRow>(run, of, undefined, rows, taskColumns), sent };
}

function countOf(app: Pool, of: List | readonly List[], made: MadeTasks): Read {
  const counted = [of].flat().map((list) => ({
    name: list.name,
    audiences: audiences(list, made),
    where: conditions(list, made),
  }));
  const statement = countsStatement(counted, 1000);
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
