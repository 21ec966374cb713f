import { places } from '@/lib/engine/definition/lint/places';
import type { Definition } from '@/lib/engine/definition/schema';
import { replacedAt, segmentsOf } from './settings';

/** The definition in whose expressions the answers of a task are read under its step's new key. */
export function renamedInExpressions(definition: Definition, from: string, to: string): Definition {
  // A key with a hyphen cannot be written after a dot; lint says so at the expression.
  if (from.includes('-') || to.includes('-')) return definition;
  const name = new RegExp(`(?<![\\w.])context\\.tasks\\.${from}(?![\\w-])`, 'g');
  return places(definition).reduce((changed, { text, path }) => {
    const next = text.replace(name, `context.tasks.${to}`);
    return next === text ? changed : (replacedAt(changed, segmentsOf(path), next) as Definition);
  }, definition);
}
