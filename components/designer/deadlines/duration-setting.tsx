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
import { BesideField } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { DurationUnit } from '@/components/definitions/duration-parts';
import { clockUnits, durationText, durationUnits, oneUnit } from './one-unit';

/**
 * A duration as a number and a unit. One of several units is shown as the text that it is, and such a text can be written
 * too: it begins with P.
 */
export function DurationSetting({
  name,
  path,
  optional,
  value,
  elapsed = false,
}: SettingProps & {
  /** Counted by the clock: it has no units of opening hours. */
  elapsed?: boolean;
}) {
  const set = useSet();
  const { label, hint } = useWords(name, path);
  const problem = useProblem(path);
  const stored = typeof value === 'string' ? value : '';
  return (
    <DurationFrame
      value={stored}
      what={label}
      units={elapsed ? clockUnits : durationUnits}
      onChange={(next, typed) => set(path, next === '' && optional ? undefined : next, typed)}
      frame={(control) => (
        <SettingFrame path={path} label={label} hint={hint} problem={problem} optional={optional}>
          {control}
        </SettingFrame>
      )}
    />
  );
}

/** The controls of a duration, in the frame that names them. */
export function DurationFrame({
  value,
  what,
  units = durationUnits,
  onChange,
  frame,
}: {
  value: string;
  /** What it is the duration of. */
  what: string;
  /** Those that one can choose. */
  units?: readonly DurationUnit[];
  onChange: (duration: string, typed: boolean) => void;
  frame: (control: React.ReactElement) => React.ReactElement;
}) {
  const t = useTranslations('ladder');
  const readOnly = useReadOnly();
  const parts = oneUnit(value);
  const unit = parts?.unit ?? 'days';

  function type(text: string) {
    const count = text.trim();
    if (/^(0|[1-9]\d*)$/.test(count)) onChange(durationText({ count, unit }), true);
    else onChange(count.toUpperCase(), true);
  }

  return frame(
    <div className="flex min-w-0 gap-1.5">
      <Input
        className="min-w-0 flex-1"
        value={parts?.count ?? value}
        readOnly={readOnly}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {parts || value === '' ? (
        <BesideField className="w-38 shrink-0">
          <Select
            aria-label={t('unitOf', { what })}
            value={unit}
            readOnly={readOnly}
            options={(units.includes(unit) ? units : [...units, unit]).map((one) => ({
              value: one,
              label: t(`units.${one}`),
            }))}
            onValueChange={(next) => {
              if (next === null || next === unit) return;
              onChange(durationText({ count: parts?.count ?? '1', unit: next as DurationUnit }), false);
            }}
          />
        </BesideField>
      ) : null}
    </div>,
  );
}
