'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Input } from '@/components/ui/input';
import { keySchema } from '@/lib/engine/definition/primitives';
import type { SettingPath } from '@/components/designer/document/settings';
import { SettingFrame } from './setting-frame';
import { useProblem, useReadOnly, useWords } from './setting';

/**
 * The key of something that others name. It takes effect when the field is left or Enter is pressed, at all places at
 * once; one that is no key, or that something else has, takes none and is said.
 */
export function KeySetting({
  path,
  value,
  taken,
  rename,
  hint,
}: {
  path: SettingPath;
  value: string;
  taken: readonly string[];
  rename: (key: string) => void;
  hint?: string;
}) {
  const t = useTranslations('designer');
  const words = useWords('key');
  const [typed, setTyped] = useState<string | null>(null);
  const found = useProblem(path);
  const text = typed ?? value;
  const wrong =
    text === value
      ? null
      : taken.includes(text)
        ? t('keyTaken')
        : keySchema.safeParse(text).success
          ? null
          : t('keyWrong');

  function commit() {
    if (typed === null || wrong !== null) return;
    setTyped(null);
    if (typed !== value) rename(typed);
  }

  return (
    <SettingFrame
      path={path}
      label={words.label}
      hint={hint ?? words.hint}
      problem={text === value ? found : null}
      error={wrong}
    >
      <Input
        value={text}
        readOnly={useReadOnly()}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-sm"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setTyped(null);
        }}
      />
    </SettingFrame>
  );
}
