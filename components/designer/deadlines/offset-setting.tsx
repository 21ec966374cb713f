'use client';

import { useTranslations } from 'next-intl';
import { SettingFrame } from '@/components/designer/inspector/setting-frame';
import {
  type SettingProps,
  useProblem,
  useReadOnly,
  useSet,
  useWords,
} from '@/components/designer/inspector/setting';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { DurationFrame } from './duration-setting';
import { type Offset, offsetParts, offsetText } from './one-unit';

const sides = ['before', 'at', 'after'] as const;

/** When a rung acts: so long before the deadline, at it, or after it. */
export function OffsetSetting({ name, path, value }: SettingProps) {
  const t = useTranslations('ladder');
  const set = useSet();
  const { label } = useWords(name, path);
  const readOnly = useReadOnly();
  const problem = useProblem(path);
  const { side: chosen, duration: long } = offsetParts(typeof value === 'string' ? value : 'PT0S');
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <SettingFrame path={path} label={label} problem={problem}>
        <Select
          value={chosen}
          readOnly={readOnly}
          options={sides.map((side) => ({ value: side, label: t(`sides.${side}`) }))}
          onValueChange={(side) => {
            if (side === null || side === chosen) return;
            set(path, offsetText({ duration: long, side: side as Offset['side'] }));
          }}
        />
      </SettingFrame>
      {chosen === 'at' ? null : (
        <DurationFrame
          value={long}
          what={label}
          onChange={(duration, typed) => set(path, chosen === 'before' ? `-${duration}` : duration, typed)}
          frame={(control) => <Field label={t(`howLong.${chosen}`)}>{control}</Field>}
        />
      )}
    </div>
  );
}
