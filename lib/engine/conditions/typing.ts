import type { FieldType } from './field-type';
import type { Node } from './program';

/** What is wrong with an expression before any value is there. */
export type Problem = {
  readonly code:
    | 'expression_syntax'
    | 'expression_type'
    | 'unknown_field_in_expression'
    | 'unknown_rule'
    | 'unknown_secret';
  /** To follow "In `…`, ". */
  readonly problem: string;
  /** A clause that begins with a verb. */
  readonly mend: string;
};

/** The names that a comprehension or `cel.bind` brings, inside it. */
export type Names = { readonly name: string; readonly type: FieldType; readonly outer: Names } | null;

/** What the parts of the type check need of it. */
export type Typing = {
  readonly typeOf: (node: Node, names: Names) => FieldType;
  readonly needsBool: (node: Node, names: Names) => void;
  /** Notes a problem; what is wrong is of no known type, so that one mistake gives one problem. */
  readonly report: (code: Problem['code'], problem: string, mend: string) => FieldType;
};
