import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { instanceMoves } from '@/lib/engine/lifecycle';
import type { Actor } from '@/lib/people/actor';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { holds } from '@/lib/people/permissions';
import { likePattern } from '@/lib/people/text';
import { searchText } from '@/lib/runtime/search-terms';
import { commonFields, isCommonField, type SearchExpression } from './expression';
import { parseSearch } from './parse-search';
import type { Undeclared, UndeclaredByField } from './lacking';
import { withFew } from './few';
import { askedForAny, type MetByWord, type Way, waysToMeet } from './search-sql';

/** A search that was understood: the ways to meet it. */
export type ResolvedSearch = { readonly ways: readonly Way[] };

/** People or processes that one word may mean; one that means more is no use to anybody. */
const mostMet = 200;

/** The names of fields that some instance of the tenant has a value of: one look into the index for each. */
const fields = tenantStatement(
  'search_fields',
  `WITH RECURSIVE known (field) AS (
     (SELECT s.field FROM public.search_terms s WHERE s.tenant_id = tenant.id AND s.field >= 'A' ORDER BY s.field LIMIT 1)
     UNION ALL
     SELECT (SELECT s.field FROM public.search_terms s WHERE s.tenant_id = tenant.id AND s.field > known.field
             ORDER BY s.field LIMIT 1) FROM known WHERE known.field IS NOT NULL
   ) SELECT field FROM known WHERE field IS NOT NULL`,
);

const met = tenantStatement(
  'search_met',
  `SELECT w.word, ARRAY(
     SELECT p.id::text FROM public.people p WHERE p.tenant_id = tenant.id AND (p.name ILIKE w.pattern OR p.email ILIKE w.pattern)
     ORDER BY p.id LIMIT ${mostMet}) AS people,
   ARRAY(
     SELECT d.id::text FROM public.definitions d WHERE d.tenant_id = tenant.id AND (d.name ILIKE w.pattern OR d.key ILIKE w.pattern)
     ORDER BY d.id LIMIT ${mostMet}) AS definitions
   FROM unnest($2::text[], $3::text[]) AS w (word, pattern)`,
);

/** Versions of which there are instances and that do not declare a field; null for all versions of a definition. */
const undeclared = tenantStatement(
  'search_undeclared',
  `SELECT o.field, jsonb_agg(jsonb_build_object('definitionId', o.definition_id, 'version', n.version)) AS versions
   FROM (
     SELECT f.field, v.definition_id, bool_and(NOT v.fields @> ARRAY[f.field]) AS whole,
       array_agg(v.version) FILTER (WHERE NOT v.fields @> ARRAY[f.field]) AS lacking
     FROM public.definition_versions v CROSS JOIN unnest($2::text[]) AS f (field)
     WHERE v.tenant_id = tenant.id AND EXISTS (SELECT FROM public.instances i
       WHERE i.tenant_id = tenant.id AND i.definition_id = v.definition_id AND i.definition_version = v.version)
     GROUP BY f.field, v.definition_id) AS o
   CROSS JOIN LATERAL unnest(CASE WHEN o.whole THEN '{null}' ELSE o.lacking END) AS n (version)
   GROUP BY o.field`,
);

/** The business fields by which instances can be found, for those who see all of them. */
export async function listSearchFields(actor: Actor): Promise<readonly string[]> {
  return holds(actor, 'instances.read_all') ? readSearchFields(actor.tenantId) : [];
}

async function readSearchFields(tenantId: string): Promise<readonly string[]> {
  const rows = await readTenant<{ field: string }>(appPool(), tenantId, fields);
  return rows.map(({ field }) => field);
}

/**
 * Reads a search and looks up what it names.
 * @returns null for an empty search; a refusal that says what was not understood, and what there is instead
 */
export async function resolveSearch(
  { tenantId }: Actor,
  text: string | undefined,
): Promise<Result<ResolvedSearch | null>> {
  const parsed = parseSearch(text ?? '');
  if (!parsed.ok) return notUnderstood(parsed.problem);
  if (parsed.expression === null) return done(null);
  const leaves = leavesOf(parsed.expression);
  const asked = leaves.some((leaf) => leaf.kind === 'field' && !isCommonField(leaf.field));
  const known = asked ? await readSearchFields(tenantId) : [];
  const checked = named(parsed.expression, known);
  if (!checked.ok) return checked;
  const resolved = leavesOf(checked.value);
  const words = resolved.flatMap((leaf) =>
    leaf.kind === 'word' ? [leaf.text] : ['person', 'process'].includes(leaf.field) ? [leaf.value] : [],
  );
  const lackable = resolved.flatMap((leaf) => (leaf.kind === 'field' ? (askedForAny(leaf) ?? []) : []));
  const [metHere, undeclaredHere] = await Promise.all([
    words.length > 0 ? readMet(tenantId, words) : new Map<string, never>(),
    lackable.length > 0 ? readUndeclared(tenantId, lackable) : new Map<string, never>(),
  ]);
  const ways = waysToMeet(checked.value, { met: metHere, undeclared: undeclaredHere });
  return done({ ways: await withFew(appPool(), tenantId, ways) });
}

async function readUndeclared(tenantId: string, fieldsAsked: readonly string[]): Promise<UndeclaredByField> {
  const rows = await readTenant<{ field: string; versions: Undeclared[] }>(appPool(), tenantId, undeclared, [
    [...new Set(fieldsAsked)],
  ]);
  return new Map(rows.map(({ field, versions }) => [field, versions]));
}

async function readMet(tenantId: string, texts: readonly string[]): Promise<MetByWord> {
  const words = [...new Set(texts.map(searchText))].filter((word) => word.length > 1);
  const rows = await readTenant<{ word: string; people: string[]; definitions: string[] }>(
    appPool(),
    tenantId,
    met,
    [words, words.map(likePattern)],
  );
  return new Map(rows.map(({ word, ...found }) => [word, found]));
}

type Leaf = Extract<SearchExpression, { kind: 'word' | 'field' }>;

function leavesOf(expression: SearchExpression): Leaf[] {
  if (expression.kind === 'word' || expression.kind === 'field') return [expression];
  return expression.kind === 'not' ? leavesOf(expression.part) : expression.parts.flatMap(leavesOf);
}

/** The expression with every field as it is really written; or which of them there is not. */
function named(expression: SearchExpression, known: readonly string[]): Result<SearchExpression> {
  switch (expression.kind) {
    case 'word':
      return done(expression);
    case 'not': {
      const part = named(expression.part, known);
      return part.ok ? done({ kind: 'not', part: part.value }) : part;
    }
    case 'field': {
      const wrong = wrongValue(expression);
      if (wrong) return notUnderstood(wrong);
      const field = isCommonField(expression.field) ? expression.field : fieldNamed(expression.field, known);
      if (field !== null) return done({ ...expression, field });
      const there = [...commonFields, ...known].join(', ');
      return notUnderstood(
        `There is no field ${expression.field}. There are: ${there}. To search for the text itself, put it in quotes.`,
      );
    }
    default: {
      const parts: SearchExpression[] = [];
      for (const part of expression.parts) {
        const checked = named(part, known);
        if (!checked.ok) return checked;
        parts.push(checked.value);
      }
      return done({ kind: expression.kind, parts });
    }
  }
}

/** A field by its name in any case, or by the last part of its path where only one field ends so. */
function fieldNamed(asked: string, known: readonly string[]): string | null {
  const name = asked.toLowerCase();
  const exact = known.find((field) => field === asked) ?? known.find((field) => field.toLowerCase() === name);
  if (exact !== undefined) return exact;
  const ending = known.filter((field) => field.toLowerCase().endsWith(`.${name}`));
  return ending.length === 1 ? ending[0]! : null;
}

function wrongValue({ field, operator, value }: Extract<Leaf, { kind: 'field' }>): string | null {
  if (field === 'status' && !Object.hasOwn(instanceMoves, value.toLowerCase()))
    return `There is no status ${value}. There are: ${Object.keys(instanceMoves).join(', ')}.`;
  if (field === 'created' && !/^\d{4}-\d{2}-\d{2}/u.test(value))
    return `created is compared with a day, for instance created>=2026-01-31.`;
  if (field === 'created' && Number.isNaN(new Date(value).getTime())) return `There is no day ${value}.`;
  const compares = operator !== ':' && operator !== '=';
  if (compares && ['id', 'person', 'process', 'status'].includes(field))
    return `${field} is not compared by ${operator}. Write ${field}:${value}${operator === '!=' ? `, with a minus sign before it for all others` : ''}.`;
  return null;
}

function notUnderstood(problem: string) {
  return refuse('invalid', problem, { errors: [{ path: '/q', message: problem }] });
}
