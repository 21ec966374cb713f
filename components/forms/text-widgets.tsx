'use client';

import type { WidgetProps } from '@rjsf/utils';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';

/** What the browser is told about a text, by the widget's or the format's name. */
const inputTypes: Readonly<Record<string, { type: string; autoComplete?: string }>> = {
  email: { type: 'email', autoComplete: 'off' },
  uri: { type: 'url' },
  time: { type: 'time' },
  password: { type: 'password', autoComplete: 'off' },
  tel: { type: 'tel' },
};

/** One line of text; `format` and `ui:options.inputType` say which keyboard a phone shows. */
export function TextWidget(props: WidgetProps) {
  const { id, value, options, schema, readonly, disabled, required, placeholder, onChange, onBlur, onFocus } =
    props;
  const kind = inputTypes[String(options.inputType ?? schema.format ?? '')];
  return (
    <Input
      id={id}
      {...(kind ?? { type: 'text' })}
      value={textOf(value)}
      placeholder={placeholder}
      readOnly={readonly}
      disabled={disabled}
      aria-required={required || undefined}
      unit={typeof options['unit'] === 'string' ? options['unit'] : undefined}
      onChange={(event) => onChange(filled(event.currentTarget.value))}
      onBlur={() => onBlur(id, value)}
      onFocus={() => onFocus(id, value)}
    />
  );
}

/** Several lines of text. */
export function LongTextWidget(props: WidgetProps) {
  const { id, value, options, readonly, disabled, required, placeholder, onChange, onBlur, onFocus } = props;
  return (
    <Textarea
      id={id}
      // It grows with its content; the rows are what it has at least.
      style={{ minHeight: `${(typeof options.rows === 'number' ? options.rows : 3) * 1.25 + 1.125}rem` }}
      value={textOf(value)}
      placeholder={placeholder}
      readOnly={readonly}
      disabled={disabled}
      aria-required={required || undefined}
      onChange={(event) => onChange(filled(event.currentTarget.value))}
      onBlur={() => onBlur(id, value)}
      onFocus={() => onFocus(id, value)}
    />
  );
}

/** A value that is none of the schema's type is shown all the same, so that nobody loses it. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : String(value);
}

/** An emptied field has no value, rather than an empty one. */
function filled(text: string): string | undefined {
  return text === '' ? undefined : text;
}
