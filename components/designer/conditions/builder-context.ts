'use client';

import { createContext, useContext } from 'react';
import type { DeclaredFields } from '@/lib/engine/conditions/declared';
import type { SearchSelectGroup } from '@/components/ui/search-select';
import type { Field } from './fields';

export type BuilderProps = {
  /** The expression; undefined where there is no condition. One that `readCondition` reads. */
  text: string | undefined;
  /** `typed`: only values were entered, so that a burst is one entry of the history. */
  onChange: (text: string | undefined, typed: boolean) => void;
  fields: readonly Field[];
  groups: readonly SearchSelectGroup[];
  declared: DeclaredFields;
  readOnly: boolean;
};

const BuilderContext = createContext<BuilderProps | null>(null);

/** Gives the controls of a builder what they work with. */
export const BuilderProvider = BuilderContext.Provider;

/** What the controls of the builder around it work with. */
export function useBuilder(): BuilderProps {
  const props = useContext(BuilderContext);
  if (!props) throw new Error('useBuilder needs the ConditionBuilder around it');
  return props;
}
