/** How a field is compared: `:` begins with, from any of its words; the others compare the whole value. */
export const operators = [':', '=', '!=', '<=', '>=', '<', '>'] as const;
export type Operator = (typeof operators)[number];

/** What somebody asked for in the search box. */
export type SearchExpression =
  /** A word, or several in quotes, of what people call an instance: its beginning. */
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'field'; readonly field: string; readonly operator: Operator; readonly value: string }
  | { readonly kind: 'not'; readonly part: SearchExpression }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly SearchExpression[] };

/** Fields that every instance has, besides the business fields of its definition. */
export const commonFields = ['subject', 'key', 'id', 'person', 'process', 'status', 'created'] as const;
export type CommonField = (typeof commonFields)[number];

export function isCommonField(field: string): field is CommonField {
  return (commonFields as readonly string[]).includes(field);
}
