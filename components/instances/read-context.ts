import type { JsonObject } from '@/lib/engine/json';

/** The context that was written, or what is wrong with it (null: it is no object). */
export function readContext(text: string): {
  readonly context?: JsonObject;
  readonly problem?: string | null;
} {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { problem: null };
    return { context: value as JsonObject };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
