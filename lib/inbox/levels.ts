import type { Audience } from './audience';
import type { Order, SortColumn } from './order';
import { type Statement, Values } from './narrowing';

/**
 * The first sort key of an order that no index has. Where few of its values have many rows each, the database would have to
 * sort all of a value's rows for their first page; so those are read value by value, each in the order of another index.
 */
export type Level = {
  /** The fact's number and text, or the one column of the row. */
  readonly columns: readonly SortColumn[];
  /** Of the fact; null where it is none. */
  readonly label: string | null;
  /** Where the columns begin in a row's key. */
  readonly at: number;
};

/** Rows of the lists by the level that they are of, in the list's order. */
export type Span = {
  readonly level: Level;
  /** Values of the level's columns, as the database writes them. */
  readonly first: readonly string[];
  /** Undefined: to the end. */
  readonly last: readonly string[] | undefined;
  /** One level that has many rows. */
  readonly many: boolean;
  /** Of one level: whether each list has few rows of it, in the order of the lists. */
  readonly few: readonly boolean[];
};

/** A level, and how many rows each list has of it and all together, counted to just beyond `fewRows` in each. */
export type CountedLevel = {
  readonly key: readonly string[];
  readonly rows: number;
  readonly lists: readonly number[];
};

/** Rows that are sorted in a few milliseconds. */
export const fewRows = 1500;

/** The level that an order begins with; null where an index has the whole order. */
export function levelOf({ columns, facts }: Order): Level | null {
  const [first] = columns;
  if (first?.fact === 0) {
    const level = { columns: columns.slice(1, 3), label: facts[0] ?? null, at: 1 };
    return isIndexed(level.columns, columns.slice(3), false) ? null : level;
  }
  if (first?.sql !== 'a.priority' && first?.sql !== 'a.definition_key') return null;
  const level = { columns: [first], label: null, at: 0 };
  return isIndexed(level.columns, columns.slice(1), first.sql === 'a.priority') ? null : level;
}

/** The indexes go on by the due instant and the id; that of priorities has the highest first. */
function isIndexed([first]: readonly SortColumn[], rest: readonly SortColumn[], highestFirst: boolean) {
  const turned = highestFirst !== first?.descending;
  return (
    rest.map(({ sql }) => sql).join() === 'a.due_at,a.task_id' &&
    rest.every(({ descending }) => descending === turned)
  );
}

/**
 * The levels from one on, each found in the lists' indexes behind the one before, up to the first that has many rows, or until
 * they have more rows together than are few.
 * @param from the level to begin with, or after which to begin
 * @param few how many rows are few
 */
export function levelsStatement(
  audiences: readonly Audience[],
  { columns, label }: Level,
  from: { readonly key: readonly string[]; readonly including: boolean } | undefined,
  few: number,
): Statement {
  const values = new Values(['tenant']);
  const names = values.add(audiences.map(({ name }) => name));
  const of = label === null ? '' : ` AND f0.label = ${values.add(label)}`;
  const [table, row] = label === null ? ['task_audiences', 'a'] : ['task_facts', 'f0'];
  const sqls = columns.map(({ sql }) => sql).join(', ');
  const way = columns[0]?.descending ? 'DESC' : 'ASC';
  const sign = columns[0]?.descending ? '<' : '>';
  const sorted = columns.map(({ sql }) => `${sql} ${way}`).join(', ');
  const keys = columns.map((_, index) => `k${index}`);
  const inList = `${row}.tenant_id = tenant.id AND ${row}.audience = x.audience${of}`;
  /** The first level of all lists for which this holds. */
  const next = (beyond: string) => `SELECT n.*, c.rows, c.lists FROM (
        SELECT ${keys.map((key) => `v.${key}`).join(', ')} FROM unnest(${names}::text[]) AS x (audience)
        CROSS JOIN LATERAL (SELECT ${columns.map(({ sql }, index) => `${sql} AS k${index}`).join(', ')}
          FROM public.${table} ${row} WHERE ${inList}${beyond} ORDER BY ${sorted} LIMIT 1) AS v
        ORDER BY ${keys.map((key) => `v.${key} ${way}`).join(', ')} LIMIT 1) AS n
      CROSS JOIN LATERAL (SELECT sum(y.rows)::int AS rows, array_agg(y.rows::int ORDER BY x.n) AS lists
        FROM unnest(${names}::text[]) WITH ORDINALITY AS x (audience, n)
        CROSS JOIN LATERAL (SELECT count(*) AS rows FROM (SELECT FROM public.${table} ${row}
          WHERE ${inList} AND (${sqls}) = (${keys.map((key) => `n.${key}`).join(', ')}) LIMIT ${few + 1}) AS counted) AS y) AS c`;
  const begin = from
    ? ` AND (${sqls}) ${sign}${from.including ? '=' : ''} (${from.key.map((value, index) => `${values.add(value)}::${columns[index]!.type}`).join(', ')})`
    : '';
  return {
    text: `WITH RECURSIVE level (${keys.join(', ')}, rows, lists, total, number) AS (
        SELECT f.*, f.rows, 1 FROM (${next(begin)}) AS f
        UNION ALL
        SELECT f.*, l.total + f.rows, l.number + 1 FROM level l
        CROSS JOIN LATERAL (${next(` AND (${sqls}) ${sign} (${keys.map((key) => `l.${key}`).join(', ')})`)}) AS f
        WHERE l.rows <= ${few} AND l.total <= ${few} AND l.number < ${mostLevels})
      SELECT ARRAY[${keys.map((key) => `l.${key}::text`).join(', ')}] AS key, l.rows, l.lists FROM level l ORDER BY l.number`,
    values: values.all.slice(1),
  };
}

/** More than a page has rows, and each has a row. */
const mostLevels = 60;

/**
 * The rows of these levels: those before the one that has many rows, and that one; where none has many, all rows from the first
 * level on, whose levels are sorted one after the other.
 */
export function spansOf(level: Level, counted: readonly CountedLevel[], few: number): readonly Span[] {
  const [first] = counted;
  if (!first) return [];
  const many = counted.findIndex(({ rows }) => rows > few);
  if (many < 0) return [{ level, first: first.key, last: undefined, many: false, few: [] }];
  const { key, lists } = counted[many]!;
  const before =
    many > 0 ? [{ level, first: first.key, last: counted[many - 1]!.key, many: false, few: [] }] : [];
  return [...before, { level, first: key, last: key, many: true, few: lists.map((rows) => rows <= few) }];
}
