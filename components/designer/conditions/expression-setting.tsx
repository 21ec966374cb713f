'use client';

import { SettingFrame } from '@/components/designer/inspector/setting-frame';
import {
  type SettingProps,
  useProblem,
  useReadOnly,
  useSet,
  useWords,
} from '@/components/designer/inspector/setting';
import { ExpressionText } from './expression-text';
import { useFieldsHere } from './use-fields-here';

/** A value by expression, in the letters of code, with the fields that it may name to pick from. */
export function ExpressionSetting({ name, path, optional, value }: SettingProps) {
  const set = useSet();
  const words = useWords(name, path);
  const problem = useProblem(path);
  const readOnly = useReadOnly();
  const { groups } = useFieldsHere(path);
  return (
    <ExpressionText
      value={typeof value === 'string' ? value : ''}
      groups={groups}
      readOnly={readOnly}
      onChange={(next) => set(path, optional && next === '' ? undefined : next, true)}
      frame={(control) => (
        <SettingFrame path={path} {...words} problem={problem} optional={optional}>
          {control}
        </SettingFrame>
      )}
    />
  );
}
