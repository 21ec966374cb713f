import { isUuid } from '@/lib/people/text';
import { keyField, searchText, subjectField } from '@/lib/runtime/search-terms';
import type { Operator, SearchExpression } from './expression';

/** Values of a statement, each with its place (`$7`). */
export type Place = (value: unknown) => string;

/** Ids of people and definitions whose name or address the words of a search meet, by word. */
export type MetByWord = ReadonlyMap<
  string,
  { readonly people: readonly string[]; readonly definitions: readonly string[] }
>;

/** Above every text that begins with the same characters, in the order of code points. */
const last = '\u{10FFFF}';

/**
 * SQL conditions on a row `i` for the expression; all of them have to hold. Each leaf is a set of ids that an index gives, so
 * that the planner may begin with the smallest, or look for each row where a set is large.
 */
export function searchConditions(expression: SearchExpression, met: MetByWord, place: Place): string[] {
  if (expression.kind === 'and')
    return expression.parts.flatMap((part) => searchConditions(part, met, place));
  if (expression.kind === 'not')
    return [`NOT EXISTS (SELECT FROM (${setOf(expression.part, met, place)}) AS no (id) WHERE no.id = i.id)`];
  return [`i.id IN (${setOf(expression, met, place)})`];
}

function setOf(expression: SearchExpression, met: MetByWord, place: Place): string {
  switch (expression.kind) {
    case 'word':
      return wordSet(expression.text, met, place);
    case 'field':
      return fieldSet(expression, met, place);
    case 'or':
      return expression.parts.map((part) => `(${setOf(part, met, place)})`).join(' UNION ALL ');
    case 'and': {
      const conditions = expression.parts.flatMap((part) => searchConditions(part, met, place));
      return `SELECT i.id FROM public.instances i WHERE i.tenant_id = tenant.id AND ${conditions.join(' AND ')}`;
    }
    case 'not':
      return `SELECT i.id FROM public.instances i WHERE i.tenant_id = tenant.id
        AND ${searchConditions(expression, met, place).join(' AND ')}`;
  }
}

/** A word is the beginning of a term, a person, a process, or an id. */
function wordSet(text: string, met: MetByWord, place: Place): string {
  const word = searchText(text);
  const { people = [], definitions = [] } = met.get(word) ?? {};
  return [
    `SELECT s.instance_id FROM public.search_terms s WHERE s.tenant_id = tenant.id AND ${begins(word, place)}`,
    ...(people.length > 0 ? [peopleSet(people, place)] : []),
    ...(definitions.length > 0 ? [definitionSet(definitions, place)] : []),
    ...(isUuid(word) ? [`SELECT ${place(word)}::uuid`] : []),
  ].join(' UNION ALL ');
}

function begins(word: string, place: Place): string {
  return `s.value >= ${place(word)} AND s.value < ${place(word + last)}`;
}

function peopleSet(ids: readonly string[], place: Place): string {
  return `SELECT x.id FROM public.instances x WHERE x.tenant_id = tenant.id AND x.requester_id = ANY (${place(ids)}::uuid[])`;
}

function definitionSet(ids: readonly string[], place: Place): string {
  return `SELECT x.id FROM public.instances x WHERE x.tenant_id = tenant.id AND x.definition_id = ANY (${place(ids)}::uuid[])`;
}

type FieldCondition = Extract<SearchExpression, { kind: 'field' }>;

function fieldSet(condition: FieldCondition, met: MetByWord, place: Place): string {
  const { field, operator, value } = condition;
  const own = met.get(searchText(value));
  switch (field) {
    case 'person':
      return peopleSet(own?.people ?? [], place);
    case 'process':
      return definitionSet(own?.definitions ?? [], place);
    case 'id':
      return isUuid(value) ? `SELECT ${place(value)}::uuid` : 'SELECT NULL::uuid WHERE false';
    case 'status':
      return `SELECT x.id FROM public.instances x WHERE x.tenant_id = tenant.id AND x.status = ${place(value.toLowerCase())}`;
    case 'created':
      return `SELECT x.id FROM public.instances x WHERE x.tenant_id = tenant.id AND ${createdSql(operator, value, place)}`;
    case 'subject':
      return termSet({ ...condition, field: subjectField }, place);
    case 'key':
      return termSet({ ...condition, field: keyField }, place);
    default:
      return termSet(condition, place);
  }
}

function termSet({ field, operator, value }: FieldCondition, place: Place): string {
  const from = `SELECT s.instance_id FROM public.search_terms s WHERE s.tenant_id = tenant.id AND s.field = ${place(field)}`;
  const word = searchText(value);
  if (operator === ':') return word === '*' ? `${from} AND s.n = 0` : `${from} AND ${begins(word, place)}`;
  const number = word === '' ? NaN : Number(word);
  const compared = operator === '!=' ? '<>' : operator;
  if (Number.isNaN(number)) return `${from} AND s.n = 0 AND s.value ${compared} ${place(word)}`;
  const byNumber = `${from} AND s.number ${compared} ${place(number)}::double precision`;
  // A field of text may have digits in it: an order number is compared as it is written.
  return operator === '='
    ? `${byNumber} UNION ALL ${from} AND s.n = 0 AND s.value = ${place(word)}`
    : byNumber;
}

/** Ids begin with the instant at which they were made, so the primary key answers for a day or an instant. */
function createdSql(operator: Operator, value: string, place: Place): string {
  const from = new Date(value).getTime();
  const until = from + (value.length <= 10 ? 86_400_000 : 1);
  const below = (at: number) => `x.id < ${place(firstIdAt(at))}::uuid`;
  const above = (at: number) => `x.id >= ${place(firstIdAt(at))}::uuid`;
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

/** The smallest UUIDv7 of a millisecond. */
function firstIdAt(milliseconds: number): string {
  const hex = Math.max(0, milliseconds).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
