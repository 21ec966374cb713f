import { useFormatter, useTimeZone, useTranslations } from 'next-intl';
import { DescriptionList } from '@/components/ui/description-list';
import { JsonView } from '@/components/ui/json-view';
import type { Json, JsonObject } from '@/lib/engine/json';
import { isObject } from './places';

/** What somebody has entered into a form, with the names that its schema gives; fields left empty are left out. */
export function FormAnswers({ schema, answers }: { schema: JsonObject | null; answers: JsonObject }) {
  const text = useAnswerText();
  const properties = isObject(schema?.['properties']) ? schema['properties'] : {};
  const items = Object.entries(answers).flatMap(([name, value]) => {
    const field = isObject(properties[name]) ? properties[name] : {};
    const label = typeof field['title'] === 'string' ? field['title'] : name;
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return [];
    const shown = text(field, value);
    return [
      {
        key: name,
        label,
        value: shown ?? <JsonView label={label} value={value} depth={2} className="mt-1" />,
      },
    ];
  });
  return items.length > 0 ? <DescriptionList items={items} className="whitespace-pre-line" /> : null;
}

/** A value in words; null for what is no single value. */
function useAnswerText(): (field: JsonObject, value: Json) => string | null {
  const t = useTranslations('forms');
  const format = useFormatter();
  const timeZone = useTimeZone();
  return (field, value) => {
    const title = titleOf(field, value);
    if (title !== null) return title;
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') return format.number(value);
    if (typeof value === 'string') return dated(field['format'], value);
    const entries = Array.isArray(value) ? (value as readonly Json[]) : null;
    const plain = entries?.every((entry) => typeof entry === 'string' || typeof entry === 'number');
    return plain ? format.list((entries ?? []).map(String)) : null;
  };

  function dated(kind: Json | undefined, value: string): string {
    const instant = new Date(value);
    if ((kind !== 'date' && kind !== 'date-time') || Number.isNaN(instant.getTime())) return value;
    if (kind === 'date') return format.dateTime(instant, { dateStyle: 'medium', timeZone: 'UTC' });
    return format.dateTime(instant, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  }
}

/** The title of the option that was chosen. */
function titleOf(field: JsonObject, value: Json): string | null {
  const options = field['oneOf'] ?? field['anyOf'];
  if (!Array.isArray(options)) return null;
  const chosen = (options as readonly Json[]).find((option) => isObject(option) && option['const'] === value);
  return isObject(chosen) && typeof chosen['title'] === 'string' ? chosen['title'] : null;
}
