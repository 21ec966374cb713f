import type { InstanceStatus } from '@/lib/engine/lifecycle';
import { isUuid } from '@/lib/people/text';
import { keyField, searchText, subjectField } from '@/lib/runtime/search-terms';
import { isOneOf, statusConditions } from '@/lib/instances/row-conditions';
import { isCommonField, type Operator, type SearchExpression } from './expression';
import { goesByOneOf, hasNoValue, inAll, type LackTest, type UndeclaredByField, waysToLack } from './lacking';
import type { Place } from './place';
import { begins, hasTerm, type NumberTest, type Sql, type TermTest, termsSql } from './term-sql';

/** What words and fields of a search mean here. */
export type Meaning = { readonly met: MetByWord; readonly undeclared: UndeclaredByField };

/** Ids of people and definitions whose name or address the words of a search meet, by word. */
export type MetByWord = ReadonlyMap<
  string,
  { readonly people: readonly string[]; readonly definitions: readonly string[] }
>;

/** One thing that an instance has to meet. */
type Test =
  /** SQL on its row `i`. */
  { readonly kind: 'row'; readonly sql: Sql } | TermTest | NumberTest;

/** What an instance has to meet, all of it. */
export type Way = readonly (Test | LackTest)[];

/** Ways that are looked for one by one; where a search has more, what can be met in several ways is a set of ids. */
const mostWays = 16;

/**
 * The ways to meet a search: an instance is found that goes one of them. Each is looked for by itself, from whichever of its
 * conditions is the rarest, and stops when a page is full; the ways together, as one condition, would have to be gathered whole.
 */
export function waysToMeet(expression: SearchExpression, meaning: Meaning): readonly Way[] {
  const ways = waysOf(expression, meaning, true).map(withNumbersAtOnce);
  if (ways.length > mostWays) return [[oneOf(ways)]];
  const ofEach = ways.flatMap(ofEachVersion);
  return ofEach.length > mostWays ? ways : ofEach;
}

function withNumbersAtOnce(way: Way): Way {
  const numbers = new Map<string, Sql[]>();
  for (const test of way)
    if (test.kind === 'number') numbers.set(test.field, [...(numbers.get(test.field) ?? []), test.sql]);
  const asTerms = [...numbers].map(([field, compared]): TermTest => ({
    kind: 'term',
    field,
    sql: (place) => compared.map((sql) => sql(place)).join(' AND '),
  }));
  return [...way.filter((test) => test.kind !== 'number'), ...asTerms];
}

/** Instances of each version that does not declare a field are looked for by themselves: so they come in the order of the list. */
function ofEachVersion(way: Way): readonly Way[] {
  const undeclared = way.filter((test) => test.kind === 'undeclared');
  if (undeclared.length === 0) return [way];
  const others = way.filter((test) => test.kind !== 'undeclared');
  const lacking = undeclared.map(({ lacks }): Test => ({
    kind: 'row',
    sql: (place) => hasNoValue(lacks, place),
  }));
  return inAll(undeclared.map(({ of }) => of)).map((version) => [
    { kind: 'row', sql: (place) => goesByOneOf([version], place) },
    ...lacking,
    ...others,
  ]);
}

/** SQL of a row `i` that goes that way: what is joined to it, and conditions that all have to hold. */
export function waySql(
  way: Way,
  place: Place,
): { readonly joins: string; readonly conditions: readonly string[] } {
  const joins: string[] = [];
  const conditions: string[] = [];
  for (const test of way) {
    switch (test.kind) {
      case 'row':
        conditions.push(test.sql(place));
        break;
      case 'gap':
        joins.push(gapJoin(`g${joins.length}`, test.lacks, place));
        break;
      case 'undeclared':
        conditions.push(goesByOneOf(test.of, place), hasNoValue(test.lacks, place));
        break;
      default:
        conditions.push(hasTerm(test, place));
    }
  }
  return { joins: joins.join(' '), conditions };
}

/** Joined, since there is one at most, and the planner follows the order of what is joined, but not of what is looked up in a set. */
function gapJoin(name: string, field: string, place: Place): string {
  return `JOIN public.search_gaps ${name} ON ${name}.tenant_id = tenant.id AND ${name}.field = ${place(field)} AND ${name}.instance_id = i.id`;
}

/** @param wanted false: the ways not to meet it */
function waysOf(expression: SearchExpression, meaning: Meaning, wanted: boolean): readonly Way[] {
  switch (expression.kind) {
    case 'not':
      return waysOf(expression.part, meaning, !wanted);
    case 'word':
      return eachOf(testsOfWord(expression.text, meaning.met), wanted);
    case 'field': {
      const lacked = wanted ? null : askedForAny(expression);
      return lacked === null
        ? eachOf(testsOfField(expression, meaning.met), wanted)
        : waysToLack(lacked, meaning.undeclared);
    }
    default: {
      const parts = expression.parts.map((part) => waysOf(part, meaning, wanted));
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
    sql: (place) => `NOT EXISTS (SELECT FROM ${termsSql(test, place)} AND s.instance_id = i.id)`,
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
  const [lacked, ...others] = new Set(ways.map(lackedBy));
  // To have no value: what nearly all may have is not gathered, but asked row by row.
  if (typeof lacked === 'string' && others.length === 0)
    return { kind: 'row', sql: (place) => hasNoValue(lacked, place) };
  const sql = (place: Place) =>
    ways
      .map((way) => waySql(way, place))
      .map(
        ({ joins, conditions }) =>
          `SELECT i.id FROM public.instances i ${joins} WHERE ${['i.tenant_id = tenant.id', ...conditions].join(' AND ')}`,
      )
      .join(' UNION ALL ');
  return { kind: 'row', sql: (place) => `i.id IN (${sql(place)})` };
}

/** The field in which an instance that goes this way has no value, where that is all that the way asks for. */
function lackedBy([test, ...others]: Way): string | null {
  return test && others.length === 0 && 'lacks' in test ? test.lacks : null;
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

/** The field of a condition that any value meets. */
export function askedForAny({ field, operator, value }: FieldCondition): string | null {
  if (operator !== ':' || searchText(value) !== '*') return null;
  if (field === 'subject') return subjectField;
  if (field === 'key') return keyField;
  return isCommonField(field) ? null : field;
}

function testsOfTerm({ field, operator, value }: FieldCondition): Test[] {
  const word = searchText(value);
  if (operator === ':')
    return [{ kind: 'term', field, sql: (place) => (word === '*' ? 's.n = 0' : begins(word, place)) }];
  const number = word === '' ? NaN : Number(word);
  // Another value is a smaller or a greater one: each of these an index knows.
  return (operator === '!=' ? (['<', '>'] as const) : [operator]).flatMap((compared) => {
    const asText: Test = {
      kind: 'term',
      field,
      whole: true,
      sql: (place) => `s.value ${compared} ${place(word)}`,
    };
    if (Number.isNaN(number)) return [asText];
    const asNumber: Test = {
      kind: 'number',
      field,
      sql: (place) => `s.number ${compared} ${place(number)}::double precision`,
    };
    // A field of text may have digits in it: an order number is compared as it is written.
    return compared === '=' ? [asNumber, asText] : [asNumber];
  });
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
