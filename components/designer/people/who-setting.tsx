'use client';

import { Fields, Group } from '@/components/designer/inspector/object-setting';
import { type SettingProps, useReadOnly, useWords } from '@/components/designer/inspector/setting';
import { WhoWouldItBe } from './who-would-it-be';

/** Who decides a task: roles, people, expressions, and who that would be now. */
export function WhoSetting({ name, path, schema, value }: SettingProps) {
  const { label, hint } = useWords(name, path);
  const readOnly = useReadOnly();
  return (
    <Group path={path} title={label} hint={hint}>
      <Fields path={path} schema={schema} value={value} />
      {readOnly || path[0] !== 'steps' ? null : <WhoWouldItBe stepIndex={Number(path[1])} />}
    </Group>
  );
}
