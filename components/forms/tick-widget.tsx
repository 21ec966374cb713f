'use client';

import type { WidgetProps } from '@rjsf/utils';
import { Checkbox } from '@/components/ui/checkbox';

/** Yes or no as one tick, whose label is the question. */
export function TickWidget(props: WidgetProps) {
  const { id, value, label, schema, options, readonly, disabled, required, onChange } = props;
  return (
    <Checkbox
      id={id}
      label={label}
      hint={options.description ?? schema.description}
      checked={value === true}
      required={required && schema.const === true}
      onCheckedChange={(checked) => onChange(checked)}
      disabled={disabled}
      readOnly={readonly}
    />
  );
}
