/**
 * What is known of a value before it exists: the types that schemas, forms and mappings declare. Any value may
 * also be null, for a declared field that has no value yet is null (DESIGN 7).
 */
export type FieldType =
  /** Nothing is known: whatever is asked of it may be there, and what is absent is null. */
  | { readonly kind: 'any' }
  | { readonly kind: 'null' | 'bool' | 'number' | 'text' | 'instant' | 'span' }
  | { readonly kind: 'list'; readonly items: FieldType }
  | {
      readonly kind: 'object';
      readonly fields: ReadonlyMap<string, FieldType>;
      /** Type of the fields that are not listed; null where a field that is not listed does not exist. */
      readonly others: FieldType | null;
    };

/** The names that an expression may start with (`context`, `input`, …) and what is declared beneath them. */
export type DeclaredFields = ReadonlyMap<string, FieldType>;
