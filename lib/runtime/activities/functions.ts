import type { Json, JsonObject } from '@/lib/engine/json';
import type { ActivityCall } from './contract';

/** A function that EXECUTE_FUNCTION may call. It gets the same idempotency key in every attempt and must honour `signal`. */
export type RegisteredFunction = (
  input: JsonObject,
  call: Pick<ActivityCall, 'idempotencyKey' | 'signal' | 'attempt'>,
) => Promise<Json>;

/** Kept on globalThis, since the web server may load this module more than once. */
const shared = globalThis as typeof globalThis & { interlockFunctions?: Map<string, RegisteredFunction> };

function functions(): Map<string, RegisteredFunction> {
  shared.interlockFunctions ??= new Map();
  return shared.interlockFunctions;
}

/** Makes functions known to this process, by the key that definitions use. Composition roots call it at start. */
export function registerFunctions(added: Readonly<Record<string, RegisteredFunction>>): void {
  for (const [key, run] of Object.entries(added)) functions().set(key, run);
}

/** Keys of the functions that this process knows; publishing checks definitions against them. */
export function registeredFunctionNames(): readonly string[] {
  return [...functions().keys()].sort();
}

/** The function of that key, or undefined. */
export function registeredFunction(key: string): RegisteredFunction | undefined {
  return functions().get(key);
}
