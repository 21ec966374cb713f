'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { Json } from '@/lib/engine/json';

/** The JSON that a text is; undefined while it is none. */
export function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** JSON as text. */
export function JsonField({
  label,
  text,
  onText,
}: {
  label: string;
  text: string;
  onText: (text: string) => void;
}) {
  const t = useTranslations('simulator');
  return (
    <Field label={label} error={jsonOf(text) === undefined ? t('noJson') : undefined}>
      <Textarea
        rows={3}
        spellCheck={false}
        className="font-mono text-xs"
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </Field>
  );
}
