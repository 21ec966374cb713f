import type { FieldType } from './field-type';
import type { Value } from './value';

/** A function of the language. It takes no null: a value that is not there yet has no size and no letters. */
export type LanguageFunction = {
  readonly name: string;
  /** Kind of what stands before the dot; null for `size(x)`. */
  readonly receiver: FieldType['kind'] | null;
  readonly parameters: readonly FieldType['kind'][];
  readonly returns: FieldType;
  /** Gets the receiver first. Throws `CannotConvert`. */
  readonly run: (...values: never[]) => Value;
};

/** What a function says when its arguments have the right kind and the wrong value. */
export class CannotConvert extends Error {}
