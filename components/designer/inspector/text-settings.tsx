'use client';

import { useState } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { pointer } from '@/lib/engine/definition/pointer';
import { SettingFrame } from './setting-frame';
import { type SettingProps, useProblem, useReadOnly, useSet, useWords } from './setting';

/** Text of one line: a name, a key, a duration. An optional one that is emptied is taken away. */
export function LineSetting({ name, path, optional, value }: SettingProps) {
  const set = useSet();
  const words = useWords(name, path);
  const readOnly = useReadOnly();
  const text = typeof value === 'string' ? value : '';
  const put = (next: string, typed: boolean) => set(path, optional && next === '' ? undefined : next, typed);
  return (
    <SettingFrame path={path} {...words} problem={useProblem(path)} optional={optional}>
      <Input
        value={text}
        readOnly={readOnly}
        autoComplete="off"
        spellCheck={name === 'name' || name === 'label'}
        onChange={(event) => put(event.currentTarget.value, true)}
        onBlur={() => {
          if (text !== text.trim()) put(text.trim(), true);
        }}
      />
    </SettingFrame>
  );
}

/** Text of several lines. */
export function LinesSetting({ name, path, optional, value }: SettingProps) {
  const set = useSet();
  const words = useWords(name, path);
  const readOnly = useReadOnly();
  const text = typeof value === 'string' ? value : '';
  return (
    <SettingFrame path={path} {...words} problem={useProblem(path)} optional={optional}>
      <Textarea
        value={text}
        readOnly={readOnly}
        rows={3}
        onChange={(event) => {
          const next = event.currentTarget.value;
          set(path, optional && next === '' ? undefined : next, true);
        }}
      />
    </SettingFrame>
  );
}

/** A number. What is typed and is none stays in the field until it is one. */
export function NumberSetting({ name, path, optional, value, whole }: SettingProps & { whole: boolean }) {
  const set = useSet();
  const words = useWords(name, path);
  const readOnly = useReadOnly();
  const [typed, setTyped] = useState<string | null>(null);
  const stored = typeof value === 'number' ? String(value) : '';
  return (
    <SettingFrame path={path} {...words} problem={useProblem(path)} optional={optional}>
      <Input
        inputMode={whole ? 'numeric' : 'decimal'}
        value={typed !== null && Number(typed) === value ? typed : (typed ?? stored)}
        readOnly={readOnly}
        autoComplete="off"
        onChange={(event) => {
          const next = event.currentTarget.value;
          setTyped(next);
          const number = Number(next);
          if (next.trim() === '') {
            if (optional) set(path, undefined, true);
          } else if (Number.isFinite(number)) set(path, number, true);
        }}
        onBlur={() => setTyped(null)}
      />
    </SettingFrame>
  );
}

/** Yes or no. An optional one that is not ticked is left out, which means no. */
export function YesNoSetting({ name, path, optional, value }: SettingProps) {
  const set = useSet();
  const { label, hint } = useWords(name, path);
  const readOnly = useReadOnly();
  return (
    <div data-setting={pointer(path)}>
      <Checkbox
        label={label}
        hint={hint}
        checked={value === true}
        readOnly={readOnly}
        onCheckedChange={(checked) => set(path, checked ? true : optional ? undefined : false)}
      />
    </div>
  );
}

export type Choice = { readonly value: string; readonly label: string; readonly hint?: string };

/** One of some values. `''` stands for an optional one that is left out. A value that is not among them stays. */
export function ChoiceSetting({
  name,
  path,
  optional,
  value,
  options,
  none,
  onChoose,
}: SettingProps & { options: readonly Choice[]; none: string; onChoose?: (value: string) => void }) {
  const set = useSet();
  const words = useWords(name, path);
  const readOnly = useReadOnly();
  const stored = typeof value === 'string' ? value : '';
  const unknown = stored !== '' && !options.some((option) => option.value === stored);
  const all = [
    ...(optional ? [{ value: '', label: none }] : []),
    ...options,
    ...(unknown ? [{ value: stored, label: stored }] : []),
  ];
  return (
    <SettingFrame path={path} {...words} problem={useProblem(path)} optional={optional}>
      <Select
        options={all}
        value={stored}
        readOnly={readOnly}
        placeholder={none}
        onValueChange={(next) => {
          // The list reports null of itself when the present value leaves it; only a person's choice counts.
          if (next === null || next === stored) return;
          if (onChoose) onChoose(next);
          else set(path, next === '' ? undefined : next);
        }}
      />
    </SettingFrame>
  );
}
