import type { JsonObject } from './json';
import type { ChildStatus } from './lifecycle';

/** An instance that a SUB_WORKFLOW has asked for, as its parent sees it. */
export type Child = {
  /** `<stay>#<place in the list, from 1>`, and `.<attempt>` from the second one on. */
  readonly key: string;
  readonly branch: string;
  readonly step: string;
  readonly visit: number;
  /** Place in the list, from 0. */
  readonly position: number;
  /** Rises when support has one that failed started anew. */
  readonly attempt: number;
  readonly definition: string;
  /** Null for the version that is active when it starts. */
  readonly version: number | null;
  /** Id of the subject that it is about; its definition says of what type. */
  readonly subject: string;
  readonly input: JsonObject;
  readonly status: ChildStatus;
  /** The child's own instance, once it has been started. */
  readonly instance: string | null;
  /** How its parent has asked it to end. */
  readonly cancelling: ChildCancelling | null;
  readonly outcome: string | null;
  /** What the step's output mapping made of it. */
  readonly output: JsonObject | null;
  readonly error: ChildError | null;
  readonly createdAt: string;
  readonly closedAt: string | null;
};

export type ChildCancelling = {
  readonly mode: 'immediate' | 'graceful' | 'compensated';
  readonly reason: string;
};

export type ChildError = { readonly code: string; readonly message: string };

/** The key of a child that a stay asks for. */
export function childKey(stay: string, position: number, attempt: number): string {
  return `${stay}#${position + 1}${attempt === 1 ? '' : `.${attempt}`}`;
}
