import type { Definition } from '@/lib/engine/definition/schema';
import { placedKeys } from './annotations';
import type { Command } from './document';

/** Names and positions that lead to a setting of the definition. */
export type SettingPath = readonly (string | number)[];

/** The segments of a JSON pointer; positions stay text. */
export function segmentsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A copy of the value in which something else stands at the path; `undefined` takes a member of an object away. */
export function replacedAt(value: unknown, path: SettingPath, next: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return next;
  if (Array.isArray(value)) {
    const copy: unknown[] = [...(value as unknown[])];
    copy[Number(first)] = replacedAt(copy[Number(first)], rest, next);
    return copy;
  }
  const object = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const before = Object.hasOwn(object, first) ? object[first] : undefined;
  const after = replacedAt(before, rest, next);
  if (after !== undefined) return { ...object, [first]: after };
  return without(object, String(first));
}

/** Sets one setting of the definition, or takes it away (`undefined`). */
export function setSetting(path: SettingPath, value: unknown): Command {
  return (document) => ({
    ...document,
    definition: replacedAt(document.definition, path, value) as Definition,
  });
}

/** Another definition in place of this one. Steps and notes that it shares keep their places. */
export function replaceDefinition(definition: Definition): Command {
  return ({ layout, scenarios }) => {
    const keys = new Set(placedKeys(definition));
    return {
      definition,
      layout: Object.fromEntries(Object.entries(layout).filter(([key]) => keys.has(key))),
      scenarios,
    };
  };
}

/** A copy of the object that has no member of that name. */
export function without<T>(object: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(object).filter(([one]) => one !== name));
}
