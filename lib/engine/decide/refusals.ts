import type { JsonObject } from '@/lib/engine/json';
import type { Snapshot } from '@/lib/engine/snapshot';
import type { Refusal } from './contract';

/** One field of an input that cannot be taken: a JSON pointer, and what is wrong in plain words. */
export type FieldError = { readonly path: string; readonly message: string };

/** The move is not among those that the instance may make now. `data` says from where and of which definition. */
export function notAllowed(snapshot: Snapshot, message: string, data: JsonObject = {}): Refusal {
  return { code: 'not_allowed', message, data: { ...whereItIs(snapshot), ...data } };
}

/** The instance has ended and does not move any more. */
export function terminal(snapshot: Snapshot): Refusal {
  const outcome = snapshot.outcome === null ? '' : ` with the outcome ${snapshot.outcome}`;
  return {
    code: 'terminal',
    message: `This instance has ended: it is ${snapshot.status}${outcome}. Start a new one instead.`,
    data: { ...whereItIs(snapshot), outcome: snapshot.outcome },
  };
}

/** What the input names is not there (any more). */
export function notFound(message: string, data: JsonObject): Refusal {
  return { code: 'not_found', message, data };
}

/** The input itself cannot be taken. */
export function invalid(errors: readonly FieldError[]): Refusal {
  return { code: 'invalid', message: errors.map((error) => error.message).join(' '), data: { errors } };
}

/** The attempt is not the caller's any more. */
export function leaseLost(execution: string, status: string): Refusal {
  return {
    code: 'lease_lost',
    message: `The lease of this attempt is over: the activity is ${status}. Drop the result; whoever holds it now goes on.`,
    data: { execution, status },
  };
}

function whereItIs(snapshot: Snapshot): JsonObject {
  return {
    from: snapshot.state,
    status: snapshot.status,
    definition: snapshot.definitionKey,
    version: snapshot.definitionVersion,
  };
}
