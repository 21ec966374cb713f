'use client';

import { useTranslations } from 'next-intl';
import { useDesigner, useDocument } from '@/components/designer/store';
import { wordsOfKey } from '@/components/instances/words';
import type { Definition } from '@/lib/engine/definition/schema';
import type { DesignWorld } from '@/lib/definitions/schema';
import { type Choice, ChoiceSetting } from './text-settings';
import type { SettingProps } from './setting';

/** Settings whose value is the key of something that there is, by the setting's name. */
const sources: Readonly<
  Record<string, (definition: Definition, known: DesignWorld) => readonly Choice[] | null>
> = {
  fork: ({ steps }) => steps.filter(({ type }) => type === 'PARALLEL_FORK').map(named),
  compensation: ({ compensations = [] }) => compensations.map(named),
  rule: (_, { rules }) => keys(rules),
  resource: (_, { resources }) => keys(resources ?? null),
  function: (_, { functions }) => keys(functions),
  definition: (_, { definitions }) => keys(definitions),
  calendar: (_, { calendarValues, calendars }) =>
    (calendars ?? Object.keys(calendarValues)).map((key) => ({
      value: key,
      label: calendarValues[key]?.name ?? wordsOfKey(key),
    })),
  role: (_, { roleNames }) => Object.entries(roleNames).map(([value, label]) => ({ value, label })),
};

/** Whether there is a list to choose this setting's value from. */
export function isReference(name: string): boolean {
  return Object.hasOwn(sources, name);
}

/** The key of something that there is, chosen from a list. */
export function ReferenceSetting(props: SettingProps) {
  const t = useTranslations('designer');
  const { definition } = useDocument();
  const known = useDesigner((state) => state.known);
  return (
    <ChoiceSetting {...props} options={sources[props.name]?.(definition, known) ?? []} none={t('none')} />
  );
}

function named({ key, name }: { readonly key: string; readonly name?: string | undefined }): Choice {
  return { value: key, label: name ?? wordsOfKey(key) };
}

function keys(list: readonly string[] | null): readonly Choice[] | null {
  return list && [...list].sort().map((key) => ({ value: key, label: key }));
}
