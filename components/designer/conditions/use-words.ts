'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { SearchSelectGroup } from '@/components/ui/search-select';
import type { Operator } from './condition';
import type { Field, FieldHolds, FieldOrigin } from './fields';

/** What an operator is called for a field that holds such a value: a date is not greater but later. */
export function useOperatorWords(holds: FieldHolds): (operator: Operator) => string {
  const t = useTranslations('conditions.operators');
  return (operator) => {
    const own = `${holds}_${operator}` as Parameters<typeof t.has>[0];
    return t.has(own) ? t(own as Parameters<typeof t>[0]) : t(operator);
  };
}

/** The fields in groups by where they come from, as a list to pick from shows them. */
export function useFieldGroups(fields: readonly Field[]): readonly SearchSelectGroup[] {
  const t = useTranslations('conditions');
  return useMemo(() => {
    const called = ({ kind, name }: FieldOrigin) =>
      name === undefined ? t(`origins.${kind}`) : t('originOf', { kind: t(`origins.${kind}`), name });
    const groups = new Map<string, { value: string; label: string; hint: string }[]>();
    for (const { path, label, origin } of fields) {
      const key = `known.${path.replaceAll('.', '_')}` as Parameters<typeof t.has>[0];
      const words = t.has(key) ? t(key as Parameters<typeof t>[0]) : label;
      const group = called(origin);
      groups.set(group, [...(groups.get(group) ?? []), { value: path, label: words, hint: path }]);
    }
    return [...groups].map(([label, options]) => ({ label, options }));
  }, [fields, t]);
}
