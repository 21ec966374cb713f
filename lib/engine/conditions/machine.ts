import type { FieldType } from './field-type';
import type { Node } from './program';
import type { Value } from './value';

/** A value on its way through an expression, with what is declared of it and where it was read. */
export type Cell = {
  readonly value: Value;
  readonly type: FieldType;
  /** `context.customer.name`; null for what was computed. */
  readonly path: string | null;
};

/** The names that a part of an expression sees: the scope's, and those that `exists(x, …)` and its kind bring. */
export type Frame = { readonly name: string; readonly cell: Cell; readonly outer: Frame } | null;

/** What the parts of the evaluator need of it. */
export type Machine = {
  /** The value of the node; what it read is recorded. */
  readonly run: (node: Node, frame: Frame) => Cell;
  /** The same without recording: for the steps of a path, of which only the end is read. */
  readonly reach: (node: Node, frame: Frame) => Cell;
  /** Takes from the budget that keeps an expression from running long; throws `Failure` when it is used up. */
  readonly spend: (steps?: number) => void;
};

/** Ends an evaluation; `evaluateExpression` turns it into a result. It never leaves the conditions. */
export class Failure extends Error {
  /**
   * @param problem what is wrong, to follow "In `…`, "
   * @param mend what to do, to follow "; "
   */
  constructor(
    readonly problem: string,
    readonly mend: string,
  ) {
    super(problem);
  }
}

export const unknownType: FieldType = { kind: 'any' };

/** A value that the expression made. */
export function computed(value: Value, type: FieldType = unknownType): Cell {
  return { value, type, path: null };
}
