'use client';

import type { WidgetProps } from '@rjsf/utils';
import { useLocale } from 'next-intl';
import { useState } from 'react';
import { Input } from '@/components/ui/input';
import { numberText, parseNumber } from './number-text';

/**
 * A number as people write it where they live. What cannot be read as one is kept as the text that it is: the check then
 * says so, and nothing typed is lost. `ui:options` may name a `currency` (ISO 4217) or a `unit`.
 */
export function NumberWidget(props: WidgetProps) {
  const { id, value, options, schema, readonly, disabled, required, placeholder, onChange, onBlur, onFocus } =
    props;
  const locale = useLocale();
  const [typed, setTyped] = useState<string | null>(null);
  const currency = typeof options['currency'] === 'string' ? options['currency'] : undefined;
  const unit = typeof options['unit'] === 'string' ? options['unit'] : undefined;

  function type(text: string) {
    setTyped(text);
    onChange(text.trim() === '' ? undefined : (parseNumber(text, locale) ?? text));
  }

  return (
    <Input
      id={id}
      type="text"
      inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed ?? shown(value, locale, currency)}
      placeholder={placeholder}
      readOnly={readonly}
      disabled={disabled}
      aria-required={required || undefined}
      unit={currency ?? unit}
      className="tabular-nums"
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        setTyped(null);
        onBlur(id, value);
      }}
      onFocus={() => onFocus(id, value)}
    />
  );
}

function shown(value: unknown, locale: string, currency: string | undefined): string {
  if (typeof value === 'number') return numberText(value, locale, currency);
  return typeof value === 'string' ? value : '';
}
