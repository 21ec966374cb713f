import type { InstanceStatus } from '@/lib/engine/lifecycle';
import { isUuid } from '@/lib/people/text';
import { keyField, searchText, subjectField } from '@/lib/runtime/search-terms';
import { isOneOf, statusConditions } from '@/lib/instances/row-conditions';
import type { Operator, SearchExpression } from './expression';
import type { Place } from './place';

/** Ids of people and definitions whose name or address the words of a search meet, by word. */
export type MetByWord = ReadonlyMap<
  string,
  { readonly people: readonly string[]; readonly definitions: readonly string[] }
>;

type Sql = (place: Place) => string;

/** One thing that an instance has to meet. */
type Test =
  /** SQL on its row `i`. */
  | { readonly kind: 'row'; readonly sql: Sql }
  /** It has a term, of this field or of any, that meets SQL on its row `s`. */
  | { readonly kind: 'term'; readonly field: string | null; readonly sql: Sql }
  /** It has such a number in this field; what is asked of one field is asked of it at once. */
  | { readonly kind: 'number'; readonly field: string; readonly sql: Sql };

/** What an instance has to meet, all of it. */
export type Way = readonly Test[];

/** Ways that are looked for one by one; where a search has more, what can be met in several ways is a set of ids. */
const mostWays = 16;

/** Above every text that begins with the same characters, in the order of code points. */
const last = '\u{10FFFF}';

/**
 * The ways to meet a search: an instance is found that goes one of them. Each is looked for by itself, from whichever of its
 * conditions is the rarest, and stops when a page is full; the ways together, as one condition, would have to be gathered whole.
 */
export function waysToMeet(expression: SearchExpression, met: MetByWord): readonly Way[] {
  const ways = waysOf(expression, met, true);
  return ways.length > mostWays ? [[oneOf(ways)]] : ways;
}

/** SQL conditions on a row `i` that goes that way; all of them have to hold. */
export function wayConditions(way: Way, place: Place): string[] {
  const numbers = new Map<string, string[]>();
  const conditions: string[] = [];
  for (const test of way) {
    if (test.kind === 'row') conditions.push(test.sql(place));
    else if (test.kind === 'term') conditions.push(hasTerm(test.field, test.sql(place), place));
    else numbers.set(test.field, [...(numbers.get(test.field) ?? []), test.sql(place)]);
  }
  for (const [field, compared] of numbers) conditions.push(hasTerm(field, compared.join(' AND '), place));
  return conditions;
}

/** @param wanted false: the ways not to meet it */
function waysOf(expression: SearchExpression, met: MetByWord, wanted: boolean): readonly Way[] {
  switch (expression.kind) {
    case 'not':
      return waysOf(expression.part, met, !wanted);
    case 'word':
      return eachOf(testsOfWord(expression.text, met), wanted);
    case 'field':
      return eachOf(testsOfField(expression, met), wanted);
    default: {
      const parts = expression.parts.map((part) => waysOf(part, met, wanted));
      return (expression.kind === 'or') === wanted ? parts.flat() : together(parts);
    }
  }
}

/** One of the tests is enough; or, where it is not wanted, none may hold. */
function eachOf(tests: readonly Test[], wanted: boolean): readonly Way[] {
  return wanted ? tests.map((test) => [test]) : [tests.map(opposite)];
}

function opposite(test: Test): Test {
  if (test.kind === 'row') return { kind: 'row', sql: (place) => `(${test.sql(place)}) IS NOT TRUE` };
  return {
    kind: 'row',
    sql: (place) =>
      `NOT EXISTS (SELECT FROM ${termsSql(test.field, test.sql(place), place)} AND s.instance_id = i.id)`,
  };
}

/** Every choice of one way of each part; where these would be too many, the ways of a part stay one condition. */
function together(parts: readonly (readonly Way[])[]): readonly Way[] {
  return parts.reduce<readonly Way[]>(
    (all, ways) =>
      all.length * ways.length > mostWays
        ? all.map((way) => [...way, oneOf(ways)])
        : all.flatMap((way) => ways.map((further) => [...way, ...further])),
    [[]],
  );
}

function oneOf(ways: readonly Way[]): Test {
  const sql = (place: Place) =>
    ways
      .map((way) => ['i.tenant_id = tenant.id', ...wayConditions(way, place)].join(' AND '))
      .map((conditions) => `SELECT i.id FROM public.instances i WHERE ${conditions}`)
      .join(' UNION ALL ');
  return { kind: 'row', sql: (place) => `i.id IN (${sql(place)})` };
}

/** A word is the beginning of a term, a person, a process, or an id. */
function testsOfWord(text: string, met: MetByWord): Test[] {
  const word = searchText(text);
  const { people = [], definitions = [] } = met.get(word) ?? {};
  return [
    { kind: 'term', field: null, sql: (place) => begins(word, place) },
    ...(people.length > 0 ? [named('requester_id', people)] : []),
    ...(definitions.length > 0 ? [named('definition_id', definitions)] : []),
    ...(isUuid(word) ? [named('id', [word])] : []),
  ];
}

/** @param column whose values the ids are */
function named(column: Parameters<typeof isOneOf>[0], ids: readonly string[]): Test {
  return { kind: 'row', sql: (place) => isOneOf(column, ids, place) };
}

type FieldCondition = Extract<SearchExpression, { kind: 'field' }>;

function testsOfField(condition: FieldCondition, met: MetByWord): Test[] {
  const { field, operator, value } = condition;
  const own = met.get(searchText(value));
  switch (field) {
    case 'person':
      return [named('requester_id', own?.people ?? [])];
    case 'process':
      return [named('definition_id', own?.definitions ?? [])];
    case 'id':
      return [named('id', isUuid(value) ? [value] : [])];
    case 'status': {
      const status = value.toLowerCase() as InstanceStatus;
      return [{ kind: 'row', sql: (place) => statusConditions([status], false, place).join(' AND ') }];
    }
    case 'created':
      return [{ kind: 'row', sql: (place) => createdSql(operator, value, place) }];
    case 'subject':
      return testsOfTerm({ ...condition, field: subjectField });
    case 'key':
      return testsOfTerm({ ...condition, field: keyField });
    default:
      return testsOfTerm(condition);
  }
}

function testsOfTerm({ field, operator, value }: FieldCondition): Test[] {
  const word = searchText(value);
  if (operator === ':')
    return [{ kind: 'term', field, sql: (place) => (word === '*' ? 's.n = 0' : begins(word, place)) }];
  const compared = operator === '!=' ? '<>' : operator;
  const asText: Test = {
    kind: 'term',
    field,
    sql: (place) => `s.n = 0 AND s.value ${compared} ${place(word)}`,
  };
  const number = word === '' ? NaN : Number(word);
  if (Number.isNaN(number)) return [asText];
  const asNumber: Test = {
    kind: 'number',
    field,
    sql: (place) => `s.number ${compared} ${place(number)}::double precision`,
  };
  // A field of text may have digits in it: an order number is compared as it is written.
  return operator === '=' ? [asNumber, asText] : [asNumber];
}

function hasTerm(field: string | null, condition: string, place: Place): string {
  return `i.id IN (SELECT s.instance_id FROM ${termsSql(field, condition, place)})`;
}

/** Terms `s` of one field, or of any, that meet the condition. */
function termsSql(field: string | null, condition: string, place: Place): string {
  const own = field === null ? '' : ` AND s.field = ${place(field)}`;
  return `public.search_terms s WHERE s.tenant_id = tenant.id${own} AND ${condition}`;
}

function begins(word: string, place: Place): string {
  return `s.value >= ${place(word)} AND s.value < ${place(word + last)}`;
}

/** Ids begin with the instant at which they were made, so the primary key answers for a day or an instant. */
function createdSql(operator: Operator, value: string, place: Place): string {
  const from = new Date(value).getTime();
  const until = from + (value.length <= 10 ? 86_400_000 : 1);
  const first = (at: number) => `public.first_id_at(to_timestamp(${place(at / 1000)}::double precision))`;
  const below = (at: number) => `i.id < ${first(at)}`;
  const above = (at: number) => `i.id >= ${first(at)}`;
  switch (operator) {
    case '<':
      return below(from);
    case '<=':
      return below(until);
    case '>':
      return above(until);
    case '>=':
      return above(from);
    case '!=':
      return `(${below(from)} OR ${above(until)})`;
    default:
      return `${above(from)} AND ${below(until)}`;
  }
}
