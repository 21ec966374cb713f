import type { Place } from './place';

export type Sql = (place: Place) => string;

/** It has a term, of this field or of any, that meets SQL on its row `s`, for which there is an index. */
export type TermTest = {
  readonly kind: 'term';
  readonly field: string | null;
  readonly sql: Sql;
  /** Only the whole value counts, not what begins with one of its later words. */
  readonly whole?: boolean;
  /** Few have one: the list begins with them, whatever the planner takes them for. */
  readonly few?: boolean;
};

/** It has such a number in this field; what is asked of one field is asked of it at once. */
export type NumberTest = { readonly kind: 'number'; readonly field: string; readonly sql: Sql };

/** Above every text that begins with the same characters, in the order of code points. */
const last = '\u{10FFFF}';

/** SQL on a row `i`: it has such a term. */
export function hasTerm(test: TermTest | NumberTest, place: Place): string {
  const those = `SELECT s.instance_id FROM ${termsSql(test, place)}`;
  return test.kind === 'term' && test.few ? `i.id = ANY (ARRAY(${those}))` : `i.id IN (${those})`;
}

/** Terms `s` that meet a test. */
export function termsSql(test: TermTest | NumberTest, place: Place): string {
  const whole = test.kind === 'term' && test.whole ? ' AND s.n = 0' : '';
  return termRange(test, place) + whole;
}

/** The part of an index in which the terms `s` of a test are. */
export function termRange({ field, sql }: TermTest | NumberTest, place: Place): string {
  const own = field === null ? '' : ` AND s.field = ${place(field)}`;
  return `public.search_terms s WHERE s.tenant_id = tenant.id${own} AND ${sql(place)}`;
}

/** SQL on a row `s`: it begins so. */
export function begins(word: string, place: Place): string {
  return `s.value >= ${place(word)} AND s.value < ${place(word + last)}`;
}
