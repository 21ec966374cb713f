import { useMemo } from 'react';
import { useDesigner, useDocument } from '@/components/designer/store';
import type { NamesFor } from './completions';

/** The keys that settings of a definition can name, by the setting: steps of the process, and what there is around it. */
export function useNamesFor(): NamesFor {
  const { definition } = useDocument();
  const known = useDesigner((state) => state.known);
  return useMemo(() => {
    const steps = definition.steps.map(({ key }) => key);
    const forks = definition.steps.flatMap(({ type, key }) => (type === 'PARALLEL_FORK' ? key : []));
    const names: Readonly<Record<string, readonly string[] | null | undefined>> = {
      from: steps,
      to: steps,
      about: steps,
      scope: steps,
      notDecidersOf: steps,
      fork: forks,
      compensation: definition.compensations?.map(({ key }) => key),
      roles: known.roles,
      role: known.roles,
      startableBy: known.roles,
      rule: known.rules,
      function: known.functions,
      definition: known.definitions,
      calendar: known.calendars,
      resource: known.resources,
    };
    return (setting, frames) => {
      // The steps of a group are keys; those of the process are what is written here.
      const inGroup = setting === 'steps' && frames.length > 2;
      return inGroup ? steps : ((Object.hasOwn(names, setting) ? names[setting] : null) ?? []);
    };
  }, [definition, known]);
}
