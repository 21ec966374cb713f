import type { Audience } from './audience';
import {
  densityStatement,
  lengthStatement,
  sampled,
  type PagePlace,
  pageStatement,
  type Search,
} from './inbox-statement';
import { type CountedLevel, fewRows, type Level, levelOf, levelsStatement, spansOf } from './levels';
import { type InboxConditions, indexed, type Statement } from './narrowing';
import type { Order } from './order';

/** Runs a statement for the tenant. */
export type Run = <Row extends object>(statement: Statement) => Promise<Row[]>;

/** What a page is of. */
export type Lists = {
  readonly audiences: readonly Audience[];
  readonly where: InboxConditions;
  readonly order: Order;
  /** Rows that are sorted whenever they are asked for. */
  readonly few?: number;
};

type Keyed = { readonly key: readonly string[] };

/**
 * A page of the lists, each row with its `key`, after which another page may begin. It is put together of parts that the
 * database can read in the order of an index: level by level of a first sort key that many rows share (`levelOf`), and first
 * the rows that have the fact they are sorted by, then those that lack it. Only as many parts are read as the page needs.
 * @param after the key of the row before
 * @param row columns that each row has
 */
export async function readPage<Row extends Keyed>(
  run: Run,
  lists: Lists,
  after: readonly string[] | undefined,
  limit: number,
  row: string,
): Promise<Row[]> {
  const { audiences, where, order } = lists;
  const rare = await isRareWord(run, lists);
  // Level after level would be gone through to find few rows in each.
  if (rare && levelOf(order)) {
    const page: PagePlace = { part: 'whole', search: 'index', after, limit };
    return run<Row>(pageStatement(audiences, where, order, page, row));
  }
  const rows: Row[] = [];
  for await (const place of placesOf(run, lists, after)) {
    rows.push(...(await searchPage<Row>(run, lists, { ...place, limit: limit - rows.length }, row, rare)));
    if (rows.length >= limit) break;
  }
  return rows;
}

type Place = Omit<PagePlace, 'limit'>;

/** Where the rows after one are read, part after part. */
async function* placesOf(
  run: Run,
  lists: Lists,
  after: readonly string[] | undefined,
): AsyncGenerator<Place> {
  const { order } = lists;
  const level = levelOf(order);
  if (!level) return yield* partsOf(order.columns, 0, 0, { after });
  // The first of a fact's columns says whether a row lacks it.
  const lacking = level.label !== null && after?.[0] === 'true';
  if (!lacking) yield* placesByLevel(run, lists, level, after);
  if (level.label !== null) yield { part: 'without', after: lacking ? after : undefined };
}

async function* placesByLevel(
  run: Run,
  { audiences, order, few = fewRows }: Lists,
  level: Level,
  after: readonly string[] | undefined,
): AsyncGenerator<Place> {
  const end = level.at + level.columns.length;
  const begin = after?.slice(level.at, end);
  let from: { readonly key: readonly string[]; readonly including: boolean } | undefined = begin && {
    key: begin,
    including: true,
  };
  for (;;) {
    const spans = spansOf(level, await run<CountedLevel>(levelsStatement(audiences, level, from, few)), few);
    for (const [index, span] of spans.entries()) {
      // A level that is gone since the page before leaves the next, which has no row that was seen.
      const seen =
        index === 0 && from?.including && span.first.join() === from.key.join() ? after : undefined;
      const place = { after: seen, span };
      if (span.many) yield* partsOf(order.columns, end, level.label === null ? 0 : 1, place);
      else yield { part: 'whole', ...place };
    }
    const last = spans.at(-1)?.last;
    if (!last) return;
    from = { key: last, including: false };
  }
}

/** First those that have a fact, then those that lack it, if that is what comes next in their order. */
function partsOf(
  columns: Order['columns'],
  at: number,
  fact: number,
  place: Omit<Place, 'part'>,
): readonly Place[] {
  if (columns[at]?.fact !== fact) return [{ part: 'whole', ...place }];
  if (place.after?.[at] === 'true') return [{ part: 'without', ...place }];
  return [
    { part: 'with', ...place },
    { part: 'without', ...place, after: undefined },
  ];
}

/** Whether a word is looked for that less than every fiftieth row has: the index of words gives them all. */
async function isRareWord(run: Run, { audiences, where }: Lists): Promise<boolean> {
  if (!indexed(audiences, where.words)) return false;
  const statement = densityStatement(audiences, where.words);
  const [density] = await run<{ rows: number; found: number }>(statement);
  return density !== undefined && density.rows >= sampled && density.found * 50 < density.rows;
}

/**
 * Where a word is looked for that is not rare, it looks through the beginning of the lists first, and asks the index of words
 * where that does not fill the page: each is slow where the other is quick.
 */
async function searchPage<Row extends Keyed>(
  run: Run,
  { audiences, where, order }: Lists,
  page: PagePlace,
  row: string,
  rare: boolean,
): Promise<Row[]> {
  const by = (search?: Search) => run<Row>(pageStatement(audiences, where, order, { ...page, search }, row));
  if (page.span || !indexed(audiences, where.words)) return by();
  if (rare) return by('index');
  const first = await by('first');
  if (first.length >= page.limit) return first;
  const [{ long } = { long: false }] = await run<{ long: boolean }>(lengthStatement(audiences));
  return long ? by('index') : first;
}
