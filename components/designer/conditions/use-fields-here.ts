'use client';

import { useMemo } from 'react';
import { useDesigner, useDocument } from '@/components/designer/store';
import type { SettingPath } from '@/components/designer/document/settings';
import type { SearchSelectGroup } from '@/components/ui/search-select';
import { pointer } from '@/lib/engine/definition/pointer';
import { fieldsAt, type FieldsHere } from './fields';
import { useFieldGroups } from './use-words';

/** What an expression at the place may name, also as a list to pick from. */
export function useFieldsHere(
  path: SettingPath,
): FieldsHere & { readonly groups: readonly SearchSelectGroup[] } {
  const { definition } = useDocument();
  const known = useDesigner((state) => state.known);
  const at = pointer(path);
  const here = useMemo(() => fieldsAt(definition, known, at), [definition, known, at]);
  return { ...here, groups: useFieldGroups(here.fields) };
}
