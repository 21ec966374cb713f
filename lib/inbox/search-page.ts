import type { Audience } from './audience';
import {
  type InboxConditions,
  indexed,
  lengthStatement,
  type PagePlace,
  pageStatement,
  type Search,
  type Statement,
} from './inbox-statement';
import type { Order } from './order';

/** Runs a statement for the tenant. */
export type Run = <Row extends object>(statement: Statement) => Promise<Row[]>;

/**
 * A page of the lists. Where words are looked for, it looks through the beginning of the lists first, and asks the index of
 * words where that does not fill the page: each is slow where the other is quick.
 * @param row columns that each row has
 */
export async function searchPage<Row extends object>(
  run: Run,
  audiences: readonly Audience[],
  where: InboxConditions,
  order: Order,
  page: PagePlace,
  row: string,
): Promise<Row[]> {
  const by = (search?: Search) => run<Row>(pageStatement(audiences, where, order, { ...page, search }, row));
  if (!indexed(audiences, where.words)) return by();
  const first = await by('first');
  if (first.length >= page.limit) return first;
  const [{ long } = { long: false }] = await run<{ long: boolean }>(lengthStatement(audiences));
  return long ? by('index') : first;
}
