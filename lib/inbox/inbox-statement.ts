import { afterRow, orderBy, type Order, type SortColumn } from './order';
import type { Audience } from './audience';
import type { FactFilter } from './schema';

/** What narrows a list of the inbox; what is undefined does not. */
export type InboxConditions = {
  readonly definitionKey?: string | undefined;
  /** A LIKE pattern, in small letters. */
  readonly words?: string | undefined;
  readonly overdue?: boolean | undefined;
  readonly priorityFrom?: number | undefined;
  readonly facts: readonly FactFilter[];
  /** What the person has put off: left out, or nothing else. */
  readonly snoozed?: { readonly by: string; readonly shown: 'only' | 'not' } | undefined;
};

/** A statement's text and its values; `$1` is the tenant. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** A page of the list: where it begins, and whether in the part with the first sort key's fact or in that without it. */
export type PagePlace = {
  readonly after?: readonly string[] | undefined;
  readonly part: 'whole' | 'with' | 'without';
  readonly limit: number;
  /** How words are looked for (`Search`); where nothing is said, in the list from its beginning to its end. */
  readonly search?: Search | undefined;
};

/**
 * A word that many tasks have fills a page from the first rows of a list; one that few have is found by the index of words at
 * once, but of a common one that index would give thousands. `first`: among the first `lookedAt` rows; `index`: by the index.
 */
export type Search = 'first' | 'index';
/** Rows of each list that are looked through before the index is asked. */
export const lookedAt = 5000;

/** Gives each value a place of its own. */
class Values {
  readonly all: unknown[];
  constructor(first: readonly unknown[]) {
    this.all = [...first];
  }
  add(value: unknown): string {
    return `$${this.all.push(value)}`;
  }
}

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
  const { search } = page;
  const shared = sharedConditions(values, search === 'first' ? { ...where, words: undefined } : where);
  const places = page.after?.map((value) => values.add(value));
  const limit = values.add(page.limit);
  const pattern = search === 'first' ? values.add(where.words) : '';
  const found = search === 'index' ? `WITH hits AS MATERIALIZED (${hitsOf(values.add(where.words))}) ` : '';
  const [lead] = order.facts;
  const driver = driverOf(where, order, page);
  const columns = order.columns.map((column) => {
    if (driver !== null && column.sql === 'a.due_at') return { ...column, sql: `${driver.name}.due_at` };
    return page.part === 'with' && column.sql.startsWith('f0.') ? column : lastWithout(column);
  });
  const keys = columns.map(({ sql }, index) => `${sql} AS k${index}`).join(', ');

  const source = (of: Audience) => {
    const audience = values.add(of.name);
    const joins = order.facts.map((label, index) => {
      const on = `f${index}.tenant_id = a.tenant_id AND f${index}.task_id = a.task_id AND f${index}.audience = a.audience AND f${index}.label = ${values.add(label)}`;
      if (index === 0 && page.part === 'with') {
        return `JOIN public.task_facts f0 ON ${on} AND f0.tenant_id = tenant.id AND f0.audience = ${audience}`;
      }
      return `LEFT JOIN public.task_facts f${index} ON ${on}`;
    });
    const filters = where.facts.map((filter, index) => factCondition(values, filter, index, audience));
    const clauses = [
      `a.tenant_id = tenant.id AND a.audience = ${audience}`,
      ...shared,
      ...ownConditions(values, of),
      ...(page.part === 'without' && lead !== undefined ? [lacks(values, lead)] : []),
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

/** The open tasks that the index of words has for a pattern. */
const hitsOf = (pattern: string) =>
  `SELECT w.task_id FROM public.tasks_with_words(tenant.id, ${pattern}) AS w`;
const hits = 'JOIN hits ON hits.task_id = a.task_id';

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
  return `(SELECT CASE WHEN looked.found >= ${most} OR looked.rows < ${lookedAt} THEN least(looked.found, ${most})
    ELSE (WITH hits AS MATERIALIZED (${hitsOf(pattern)}) ${counted(sources('index', most))}) END
    FROM (SELECT count(*)::int AS rows, (count(*) FILTER (WHERE l.words LIKE ${pattern}))::int AS found
      FROM (${sources('first', lookedAt)}) AS l) AS looked)`;
}

/** Whether the index of words can say anything: it knows open tasks, by three letters at least. */
export function indexed(audiences: readonly Audience[], words: string | undefined): words is string {
  return (
    words !== undefined &&
    /[\p{L}\p{N}]{3}/u.test(words) &&
    !audiences.some(({ name }) => name.startsWith('d:'))
  );
}

function sharedConditions(values: Values, where: InboxConditions): string[] {
  const { definitionKey, words, overdue, priorityFrom, snoozed } = where;
  return [
    definitionKey === undefined ? null : `a.definition_key = ${values.add(definitionKey)}`,
    words === undefined ? null : `a.words LIKE ${values.add(words)}`,
    overdue ? 'a.due_at < now()' : null,
    priorityFrom === undefined ? null : `a.priority >= ${values.add(priorityFrom)}`,
    snoozed === undefined
      ? null
      : `${snoozed.shown === 'not' ? 'NOT ' : ''}EXISTS (SELECT FROM public.task_snoozes z WHERE z.tenant_id = tenant.id
          AND z.person_id = ${values.add(snoozed.by)}::uuid AND z.task_id = a.task_id AND z.until > now())`,
  ].filter((clause) => clause !== null);
}

/** What keeps tasks of one list from the reader. */
function ownConditions(values: Values, { barred, processes = [], mostAmount = null }: Audience): string[] {
  return [
    barred.length > 0 ? `NOT (a.barred && ${values.add(barred)}::text[])` : null,
    processes.length > 0 ? `a.definition_key = ANY (${values.add(processes)}::text[])` : null,
    mostAmount === null
      ? null
      : `(SELECT (o.authority_limit ->> 'amount')::float8 FROM public.tasks o
          WHERE o.tenant_id = a.tenant_id AND o.id = a.task_id) <= ${values.add(mostAmount)}::float8`,
  ].filter((clause) => clause !== null);
}

/**
 * The fact from whose index the rows come in the order of their due instants: the first one that has to have one value. The
 * planner does not know that a fact's due instant is its task's, so the order has to name it.
 */
function driverOf({ facts }: InboxConditions, { columns }: Order, { part }: PagePlace) {
  const index = facts.findIndex(({ operator }) => operator === 'is');
  if (index < 0 || part === 'with' || columns[0]?.sql !== 'a.due_at') return null;
  return { name: `w${index}` };
}

/** Numbers are compared as numbers; other texts, as dates, in their own order. */
function factCondition(
  values: Values,
  { label, operator, value }: FactFilter,
  index: number,
  audience: string,
) {
  const w = `w${index}`;
  const join = `JOIN public.task_facts ${w} ON ${w}.tenant_id = a.tenant_id AND ${w}.task_id = a.task_id AND ${w}.audience = a.audience
    AND ${w}.tenant_id = tenant.id AND ${w}.audience = ${audience} AND ${w}.label = ${values.add(label)}`;
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(value);
  const text = `${w}.number_value = 'infinity'`;
  switch (operator) {
    case 'is':
      return { join, condition: `${text} AND ${w}.text_value = ${values.add(value)}` };
    case 'has': {
      const pattern = `%${value.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
      return { join, condition: `${text} AND ${w}.text_value ILIKE ${values.add(pattern)}` };
    }
    case 'from':
      return {
        join,
        condition: isNumber
          ? `${w}.number_value >= ${values.add(value)}::float8 AND ${w}.number_value < 'infinity'`
          : `${text} AND ${w}.text_value >= ${values.add(value)}`,
      };
    case 'to':
      return {
        join,
        condition: isNumber
          ? `${w}.number_value <= ${values.add(value)}::float8`
          : `${text} AND ${w}.text_value <= ${values.add(value)}`,
      };
  }
}

/** A sort key's fact that a task may lack: then it comes last, whichever way the list is sorted. */
function lastWithout(column: SortColumn): SortColumn {
  if (!/^f\d+\./.test(column.sql)) return column;
  const nothing = column.type === 'text' ? '' : column.descending ? '-infinity' : 'infinity';
  return { ...column, sql: `coalesce(${column.sql}, '${nothing}')` };
}

function lacks(values: Values, label: string): string {
  return `NOT EXISTS (SELECT FROM public.task_facts n WHERE n.tenant_id = a.tenant_id AND n.task_id = a.task_id
    AND n.audience = a.audience AND n.label = ${values.add(label)})`;
}
