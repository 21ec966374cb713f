'use client';

import type { EnumOptionsType, WidgetProps } from '@rjsf/utils';
import { useTranslations } from 'next-intl';
import { Checkbox } from '@/components/ui/checkbox';
import { RadioGroup } from '@/components/ui/radio-group';
import { Select } from '@/components/ui/select';
import { equalJson, type Json } from '@/lib/engine/json';

/** The value of "none of them": a select cannot hold an empty text. */
const none = 'none';

/** One of a list. Options are told apart by their position, since their values may be numbers or truth values too. */
export function SelectWidget(props: WidgetProps) {
  const { id, value, options, readonly, disabled, required, placeholder, multiple, onChange } = props;
  const t = useTranslations('forms');
  if (multiple) return <CheckboxesWidget {...props} />;
  const choices = optionsOf(props).map(({ label }, position) => ({
    value: String(position),
    label,
    hint: hintAt(position),
  }));
  const chosen = positionOf(optionsOf(props), value);
  // A value that the list does not have any more stays visible until another one is chosen.
  const foreign = chosen === null && value !== undefined && value !== null ? String(value) : null;

  function hintAt(position: number): string | undefined {
    const description = options.enumOptions?.[position]?.schema?.description;
    return typeof description === 'string' ? description : undefined;
  }

  return (
    <Select
      id={id}
      options={required ? choices : [{ value: none, label: t('noChoice') }, ...choices]}
      value={chosen}
      onValueChange={(next) => onChange(next === null || next === none ? undefined : valueAt(props, next))}
      placeholder={foreign ?? (placeholder || t('choose'))}
      disabled={disabled}
      readOnly={readonly}
    />
  );
}

/** One of a few, all visible. */
export function RadioWidget(props: WidgetProps) {
  const { value, label, readonly, disabled, onChange } = props;
  const choices = optionsOf(props);
  return (
    <RadioGroup
      aria-label={label}
      options={choices.map(({ label: name, schema }, position) => ({
        value: String(position),
        label: name,
        hint: schema?.description,
      }))}
      value={positionOf(choices, value) ?? ''}
      onValueChange={(next) => onChange(valueAt(props, next))}
      disabled={disabled}
      readOnly={readonly}
    />
  );
}

/** Any number of a list. */
export function CheckboxesWidget(props: WidgetProps) {
  const { id, value, readonly, disabled, onChange } = props;
  const chosen: readonly Json[] = Array.isArray(value) ? (value as Json[]) : [];
  const choices = optionsOf(props);
  return (
    <div className="flex flex-col gap-1.5">
      {choices.map(({ label, value: one }, position) => (
        <Checkbox
          key={position}
          id={position === 0 ? id : undefined}
          label={label}
          checked={chosen.some((held) => equalJson(held, one as Json))}
          onCheckedChange={(checked) =>
            onChange(
              // In the order of the list, whatever the order of clicking.
              choices
                .filter((choice, at) =>
                  at === position ? checked : chosen.some((held) => equalJson(held, choice.value as Json)),
                )
                .map((choice) => choice.value as Json),
            )
          }
          disabled={disabled}
          readOnly={readonly}
        />
      ))}
    </div>
  );
}

function optionsOf({ options }: WidgetProps): readonly EnumOptionsType[] {
  return options.enumOptions ?? [];
}

function positionOf(choices: readonly EnumOptionsType[], value: unknown): string | null {
  const position = choices.findIndex((choice) => equalJson(choice.value as Json, value as Json));
  return position < 0 ? null : String(position);
}

function valueAt(props: WidgetProps, position: string): unknown {
  return optionsOf(props)[Number(position)]?.value as unknown;
}
