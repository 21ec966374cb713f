import type { Json, JsonObject } from '@/lib/engine/json';

/** The names that an expression sees (DESIGN 7). */
export type Scope = {
  /** The instance's context, with `activities.<key>.output` joined in. */
  readonly context: JsonObject;
  readonly input: JsonObject;
  readonly rules: JsonObject;
  /** `{ id, key, version, subject: {type, id}, requester: {name, email}, startedAt }` */
  readonly instance: JsonObject;
  /** The task whose decision is being looked at, or null. `{ outcome, form, reason, by }` */
  readonly task: Json;
  readonly signal: Json;
  /** Only in output mappings. */
  readonly result?: Json;
  /** Only in templates of an activity's settings; a secret is never recorded in `reads` (DESIGN 15). */
  readonly secrets?: JsonObject;
};

export type Evaluation =
  | { readonly ok: true; readonly value: Json; /** path → value read */ readonly reads: JsonObject }
  | { readonly ok: false; readonly expression: string; readonly message: string };
