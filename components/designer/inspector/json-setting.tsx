'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Textarea } from '@/components/ui/textarea';
import { equalJson, type Json } from '@/lib/engine/json';
import { SettingFrame } from './setting-frame';
import { type SettingProps, useProblem, useReadOnly, useSet, useWords } from './setting';

/** Any JSON as text. Text that is none stays in the field, with what is wrong, and changes nothing. */
export function JsonSetting({ name, path, optional, value }: SettingProps) {
  const t = useTranslations('designer.json');
  const set = useSet();
  const words = useWords(name, path);
  const readOnly = useReadOnly();
  const problem = useProblem(path, true);
  const stored = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [text, setText] = useState(stored);
  const read = parsed(text);
  const agrees = read.ok && equalJson(read.value, value as Json | undefined);
  // Undo, or another editor, has changed what is stored while this text was fine.
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (!agrees) setText(stored);
  }
  return (
    <SettingFrame
      path={path}
      {...words}
      problem={problem}
      error={read.ok ? null : t('noJson')}
      optional={optional}
    >
      <Textarea
        value={text}
        readOnly={readOnly}
        rows={3}
        spellCheck={false}
        className="font-mono text-xs"
        onChange={(event) => {
          const next = event.currentTarget.value;
          setText(next);
          const now = parsed(next);
          if (now.ok && (now.value !== undefined || optional)) set(path, now.value, true);
        }}
      />
    </SettingFrame>
  );
}

function parsed(text: string): { ok: true; value: Json | undefined } | { ok: false } {
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch {
    return { ok: false };
  }
}
