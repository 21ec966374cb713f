import type { Audience } from './audience';
import type { Span } from './levels';
import {
  factCondition,
  hits,
  hitsOf,
  type InboxConditions,
  indexed,
  lacks,
  ownConditions,
  sharedConditions,
  type Statement,
  Values,
} from './narrowing';
import { afterRow, orderBy, type Order, type SortColumn } from './order';

/** A page of the list. */
export type PagePlace = {
  /** The values of the row after which it begins. */
  readonly after?: readonly string[] | undefined;
  /** Of the rows that have the first sort key's fact, or of those without it. */
  readonly part: 'whole' | 'with' | 'without';
  readonly limit: number;
  /** Only these rows. */
  readonly span?: Span | undefined;
  /** How words are looked for (`Search`); where nothing is said, in the list from its beginning to its end. */
  readonly search?: Search | undefined;
};

/**
 * A word that many tasks have fills a page from the first rows of a list; one that few have is found by the index of words at
 * once, but of a common one that index would give thousands. `first`: among the first `lookedAt` rows; `index`: by the index.
 */
export type Search = 'first' | 'index';
/** Rows of each list that are looked through before the index is asked. */
export const lookedAt = 2000;

/**
 * A page of ids with their sort keys `k0`, `k1`, …, over all audiences. Each audience is read in its own index's order and
 * gives at most one page, so that the work does not grow with the list; a task that stands in two is one row.
 */
export function pageStatement(
  audiences: readonly Audience[],
  where: InboxConditions,
  order: Order,
  page: PagePlace,
  row: string,
): Statement {
  const values = new Values(['tenant']);
  const { search, span, part } = page;
  const lead = leadOf(page);
  const shared = sharedConditions(values, search === 'first' ? { ...where, words: undefined } : where);
  const limit = values.add(page.limit);
  const pattern = search === 'first' ? values.add(where.words) : '';
  const found = search === 'index' ? `WITH hits AS MATERIALIZED (${hitsOf(values.add(where.words))}) ` : '';
  const columns = columnsOf(where, order, page);
  const places = page.after?.map((value, index) => (columns[index]?.fixed ? '' : values.add(value)));
  const within = span ? withinSpan(values, span) : [];
  const keys = columns.map(({ sql }, index) => `${sql} AS k${index}`).join(', ');

  const source = (of: Audience, position: number) => {
    const few = span?.few[position] ?? false;
    const audience = values.add(of.name);
    const joins = order.facts.flatMap((label, index) => {
      if (index === lead && part === 'without') return [];
      const f = `f${index}`;
      const on = `${f}.tenant_id = a.tenant_id AND ${f}.task_id = a.task_id AND ${f}.audience = a.audience AND ${f}.label = ${values.add(label)}`;
      const lookedUp = (kind: string) =>
        `${kind} JOIN LATERAL (SELECT ${f}.* FROM public.task_facts ${f} WHERE ${on} LIMIT 1) AS ${f} ON true`;
      // Rows that are few, or that come in another order, are looked up one by one: the planner would read the whole list's facts.
      if (few ? index === lead && part === 'with' : index < lead && span?.many) return [lookedUp('')];
      if (index < lead || (index === lead && part === 'with')) {
        return [
          `JOIN public.task_facts ${f} ON ${on} AND ${f}.tenant_id = tenant.id AND ${f}.audience = ${audience}`,
        ];
      }
      return [span ? lookedUp('LEFT') : `LEFT JOIN public.task_facts ${f} ON ${on}`];
    });
    const filters = where.facts.map((filter, index) => factCondition(values, filter, index, audience));
    const clauses = [
      `a.tenant_id = tenant.id AND a.audience = ${audience}`,
      ...within,
      ...shared,
      ...ownConditions(values, of),
      ...(part === 'without' ? [lacks(values, order.facts[lead]!)] : []),
      ...filters.map(({ condition }) => condition),
      ...(places ? [afterRow(columns, places)] : []),
    ];
    const read = (
      columnsToo: string,
      most: string,
    ) => `(SELECT a.task_id AS id, ${keys}${columnsToo} FROM public.task_audiences a
      ${[...(search === 'index' ? [hits] : []), ...filters.map(({ join }) => join), ...joins].join('\n')}
      WHERE ${clauses.join(' AND ')} ORDER BY ${orderBy(columns, ({ sql }) => sql)} LIMIT ${most})`;
    if (search !== 'first') return read('', limit);
    const names = columns.map((_, index) => `looked.k${index}`).join(', ');
    return `(SELECT looked.id, ${names} FROM ${read(', a.words', String(lookedAt))} AS looked
      WHERE looked.words LIKE ${pattern} ORDER BY ${orderBy(columns, (_, index) => `looked.k${index}`)} LIMIT ${limit})`;
  };
  const sources = audiences.map(source);
  const names = columns.map((_, index) => `k${index}`);
  const byName = orderBy(columns, (_, index) => `l.k${index}`);
  const merged = sources.length === 1 ? sources[0]! : sources.join('\nUNION\n');
  return {
    text: `${found}SELECT ${row}, ARRAY[${names.map((name) => `l.${name}::text`).join(', ')}] AS key
      FROM (SELECT * FROM (${merged}) AS l ORDER BY ${byName} LIMIT ${limit}) AS l
      JOIN public.tasks t ON t.tenant_id = tenant.id AND t.id = l.id
      JOIN public.instances i ON i.tenant_id = t.tenant_id AND i.id = t.instance_id ORDER BY ${byName}`,
    values: values.all.slice(1),
  };
}

/** Whether the lists together have more rows than are looked through before the index of words is asked. */
export function lengthStatement(audiences: readonly Audience[]): Statement {
  const values = new Values(['tenant']);
  const names = values.add(audiences.map(({ name }) => name));
  return {
    text: `SELECT count(*) >= ${lookedAt} AS long FROM (SELECT FROM public.task_audiences a
      WHERE a.tenant_id = tenant.id AND a.audience = ANY (${names}::text[]) LIMIT ${lookedAt}) AS rows`,
    values: values.all.slice(1),
  };
}

/** Rows of each list by which a word is taken for rare or common. */
export const sampled = 500;

/** How many of some rows of each list have a word. */
export function densityStatement(audiences: readonly Audience[], words: string): Statement {
  const values = new Values(['tenant']);
  const pattern = values.add(words);
  const names = values.add(audiences.map(({ name }) => name));
  return {
    text: `SELECT count(*)::int AS rows, (count(*) FILTER (WHERE a.words LIKE ${pattern}))::int AS found
      FROM unnest(${names}::text[]) AS x (audience)
      CROSS JOIN LATERAL (SELECT a.words FROM public.task_audiences a
        WHERE a.tenant_id = tenant.id AND a.audience = x.audience LIMIT ${sampled}) AS a`,
    values: values.all.slice(1),
  };
}

/** How many tasks each list has, at most `most`; each under its name. */
export function countsStatement(
  lists: readonly {
    readonly name: string;
    readonly audiences: readonly Audience[];
    readonly where: InboxConditions;
  }[],
  most: number,
): Statement {
  const values = new Values(['tenant']);
  const counts = lists.map(
    ({ name, audiences, where }) => `'${name}', ${countIn(values, audiences, where, most)}`,
  );
  return { text: `SELECT jsonb_build_object(${counts.join(', ')}) AS counts`, values: values.all.slice(1) };
}

function countIn(
  values: Values,
  audiences: readonly Audience[],
  where: InboxConditions,
  most: number,
): string {
  if (audiences.length === 0) return '0';
  const { words, ...others } = where;
  const sources = (search: Search | 'whole', limit: number) => {
    const shared = sharedConditions(values, search === 'first' ? others : where);
    return audiences
      .map((of) => {
        const audience = values.add(of.name);
        const filters = where.facts.map((filter, index) => factCondition(values, filter, index, audience));
        const clauses = [
          `a.tenant_id = tenant.id AND a.audience = ${audience}`,
          ...shared,
          ...ownConditions(values, of),
          ...filters.map(({ condition }) => condition),
        ];
        const joins = [...(search === 'index' ? [hits] : []), ...filters.map(({ join }) => join)];
        return `(SELECT a.task_id${search === 'first' ? ', a.words' : ''} FROM public.task_audiences a ${joins.join('\n')}
      WHERE ${clauses.join(' AND ')} LIMIT ${limit})`;
      })
      .join(' UNION ');
  };
  const counted = (from: string) => `SELECT least(count(*), ${most})::int FROM (${from}) AS counted`;
  if (words === undefined || !indexed(audiences, words)) return `(${counted(sources('whole', most))})`;
  const pattern = values.add(words);
  // A word of every twentieth row and more is counted sooner by going on than by the index, which would give all that have it.
  return `(SELECT CASE WHEN looked.found >= ${most} OR looked.rows < ${sampled} THEN least(looked.found, ${most})
    WHEN looked.found * 20 >= looked.rows THEN (${counted(sources('whole', most))})
    ELSE (WITH hits AS MATERIALIZED (${hitsOf(pattern)}) ${counted(sources('index', most))}) END
    FROM (SELECT count(*)::int AS rows, (count(*) FILTER (WHERE l.words LIKE ${pattern}))::int AS found
      FROM (${sources('first', sampled)}) AS l) AS looked)`;
}

function withinSpan(values: Values, { level: { columns }, first, last, many }: Span): string[] {
  const row = `(${columns.map(({ sql }) => sql).join(', ')})`;
  const given = (key: readonly string[]) =>
    `(${key.map((value, index) => `${values.add(value)}::${columns[index]!.type}`).join(', ')})`;
  if (many) return [`${row} = ${given(first)}`];
  const [from, to] = columns[0]?.descending ? ['<=', '>='] : ['>=', '<='];
  return [`${row} ${from} ${given(first)}`, ...(last ? [`${row} ${to} ${given(last)}`] : [])];
}

/** The first fact that a page's rows may have or lack: where they are of a fact's levels, they have that one. */
function leadOf({ span }: PagePlace): number {
  return span && span.level.label !== null ? 1 : 0;
}

/**
 * The sort columns as this page reads them. What is the same for all its rows is fixed: the one level that they are of, and
 * that they all have a fact or all lack it. The planner knows neither, and would sort the whole list for it.
 */
function columnsOf(where: InboxConditions, order: Order, page: PagePlace): readonly SortColumn[] {
  const driver = driverOf(where, order, page);
  const { span, part } = page;
  const lead = leadOf(page);
  const end = span?.many ? span.level.at + span.level.columns.length : 0;
  return order.columns.map((column, index) => {
    const { fact, type, sql } = column;
    if (driver !== null && sql === 'a.due_at') return { ...column, sql: `${driver}.due_at` };
    if (fact === undefined) return { ...column, fixed: index < end };
    if (fact === lead && part === 'without') return { ...column, sql: literalOf(column), fixed: true };
    if (fact < lead || (fact === lead && part === 'with')) {
      return type === 'boolean'
        ? { ...column, sql: 'false', fixed: true }
        : { ...column, fixed: index < end };
    }
    return type === 'boolean' ? column : { ...column, sql: `coalesce(${sql}, ${literalOf(column)})` };
  });
}

/** What stands for a column of a fact that a task lacks. */
function literalOf({ type }: SortColumn): string {
  if (type === 'boolean') return 'true';
  return type === 'text' ? `''::text` : `'infinity'::float8`;
}

/**
 * The fact from whose index the rows come in the order of their due instants: the first one that has to have one value. The
 * planner does not know that a fact's due instant is its task's, so the order has to name it.
 */
function driverOf({ facts }: InboxConditions, { columns }: Order, { part }: PagePlace): string | null {
  const index = facts.findIndex(({ operator }) => operator === 'is');
  if (index < 0 || part === 'with' || columns[0]?.sql !== 'a.due_at') return null;
  return `w${index}`;
}
