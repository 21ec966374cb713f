import { keyField, subjectField } from '@/lib/runtime/search-terms';
import { isOneOf } from '@/lib/instances/row-conditions';
import type { Place } from './place';

/** Instances that go by a version which does not declare a field: of one version of a definition, or of any. */
export type Undeclared = { readonly definitionId: string; readonly version: number | null };

/** Where a field is not declared, by its name. */
export type UndeclaredByField = ReadonlyMap<string, readonly Undeclared[]>;

/** How an instance may come to have no value in the field `lacks`. */
export type LackTest = { readonly lacks: string } & (
  | /** It is written down: its version declares the field, or an erasure took the value. */
    { readonly kind: 'gap' }
    /** It goes by one of these versions. */
  | { readonly kind: 'undeclared'; readonly of: readonly Undeclared[] }
  /** SQL on its row `i`. */
  | { readonly kind: 'row'; readonly sql: (place: Place) => string }
);

/**
 * The ways to have no value in a field. Together they are all of them, and each is answered by an index: to look at every
 * instance for what it has not would take as long as there are instances.
 */
export function waysToLack(field: string, undeclared: UndeclaredByField): readonly (readonly LackTest[])[] {
  const gap: LackTest = { kind: 'gap', lacks: field };
  if (field === subjectField) return [[gap]];
  if (field === keyField)
    return [[gap], [{ kind: 'row', lacks: field, sql: () => 'i.correlation_key IS NULL' }]];
  return [[gap], [{ kind: 'undeclared', lacks: field, of: undeclared.get(field) ?? [] }]];
}

/** SQL on a row `i`: it has no value in the field. In a form that is asked row by row, whatever the planner knows of the terms. */
export function hasNoValue(field: string, place: Place): string {
  return `coalesce((SELECT false FROM public.search_terms s
    WHERE s.tenant_id = tenant.id AND s.instance_id = i.id AND s.field = ${place(field)} AND s.n = 0), true)`;
}

/** SQL on a row `i`: it goes by one of these versions. */
export function goesByOneOf(versions: readonly Undeclared[], place: Place): string {
  if (versions.length === 0) return 'false';
  const each = versions.map(({ definitionId, version }) =>
    [
      isOneOf('definition_id', [definitionId], place),
      ...(version === null ? [] : [`i.definition_version = ${place(version)}`]),
    ].join(' AND '),
  );
  return each.length === 1 ? each[0]! : `(${each.map((one) => `(${one})`).join(' OR ')})`;
}

/** The versions that are in all of these lists. */
export function inAll(lists: readonly (readonly Undeclared[])[]): readonly Undeclared[] {
  return lists.reduce((all, list) =>
    all.flatMap((one) =>
      list.flatMap((other) => {
        if (one.definitionId !== other.definitionId) return [];
        if (one.version === null || one.version === other.version) return [other];
        return other.version === null ? [one] : [];
      }),
    ),
  );
}
