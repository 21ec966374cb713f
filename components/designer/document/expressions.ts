import { places } from '@/lib/engine/definition/lint/places';
import type { Definition } from '@/lib/engine/definition/schema';
import { replacedAt, segmentsOf } from './settings';

/**
 * The definition in whose expressions what a step or an activity left is read under its new key.
 * @param parts where in the context it stands: `tasks`, `signals`, `files` of a step, `activities`
 */
export function renamedInExpressions(
  definition: Definition,
  parts: readonly ('tasks' | 'signals' | 'files' | 'activities')[],
  from: string,
  to: string,
): Definition {
  // A key with a hyphen cannot be written after a dot; lint says so at the expression.
  if (from.includes('-') || to.includes('-')) return definition;
  const name = new RegExp(`(?<![\\w.])context\\.(${parts.join('|')})\\.${from}(?![\\w-])`, 'g');
  return places(definition).reduce((changed, { text, path }) => {
    const next = text.replace(name, `context.$1.${to}`);
    return next === text ? changed : (replacedAt(changed, segmentsOf(path), next) as Definition);
  }, definition);
}
