'use client';

import type { WidgetProps } from '@rjsf/utils';
import { useTimeZone } from 'next-intl';
import { useState } from 'react';
import { Input } from '@/components/ui/input';
import { fromControl, toControl } from './zoned-time';

/** A calendar day, the same everywhere; the browser's own control, which phones show as a picker. */
export function DateWidget(props: WidgetProps) {
  const { id, value, readonly, disabled, required, onChange, onBlur, onFocus } = props;
  return (
    <Input
      id={id}
      type="date"
      value={typeof value === 'string' ? value : ''}
      readOnly={readonly}
      disabled={disabled}
      aria-required={required || undefined}
      max="9999-12-31"
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      onBlur={() => onBlur(id, value)}
      onFocus={() => onFocus(id, value)}
    />
  );
}

/** An instant, entered and shown in the person's zone, whose name stands beside it. */
export function DateTimeWidget(props: WidgetProps) {
  const { id, value, readonly, disabled, required, onChange, onBlur, onFocus } = props;
  const zone = useTimeZone() ?? 'UTC';
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      id={id}
      type="datetime-local"
      value={typed ?? toControl(typeof value === 'string' ? value : '', zone)}
      readOnly={readonly}
      disabled={disabled}
      aria-required={required || undefined}
      max="9999-12-31T23:59"
      unit={zone.split('/').at(-1)?.replaceAll('_', ' ')}
      className="pr-24"
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(fromControl(event.currentTarget.value, zone));
      }}
      onBlur={() => {
        setTyped(null);
        onBlur(id, value);
      }}
      onFocus={() => onFocus(id, value)}
    />
  );
}
