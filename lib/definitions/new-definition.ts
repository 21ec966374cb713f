import type { Definition } from '@/lib/engine/definition/schema';

/** A definition in which nothing is drawn yet. */
export function newDefinition({ key, name }: { readonly key: string; readonly name: string }): Definition {
  return { key, name, subject: { type: 'request' }, steps: [], transitions: [] };
}
