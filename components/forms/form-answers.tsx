import { useFormatter, useTimeZone, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { FileName } from '@/components/instances/file-name';
import { DescriptionList } from '@/components/ui/description-list';
import { JsonView } from '@/components/ui/json-view';
import type { Json, JsonObject } from '@/lib/engine/json';
import { readFileValue } from '@/lib/engine/file-value';
import { isObject } from './places';

/** A form as it was drawn; null where it is not known any more. */
export type AnsweredForm = { readonly schema: JsonObject; readonly ui?: JsonObject | undefined } | null;

/** What somebody has entered into a form, with the names that its schema gives; fields left empty are left out. */
export function FormAnswers({ form, answers }: { form: AnsweredForm; answers: JsonObject }) {
  const text = useAnswerText();
  const properties = propertiesOf(form?.schema ?? null);
  const names = inOrder(Object.keys(answers), form?.ui, properties);
  const items = names.flatMap((name) => {
    const value = answers[name] ?? null;
    if (isNothing(value)) return [];
    const field = schemaOf(properties, name);
    const label = nameOf(field, name);
    return [
      {
        key: name,
        label,
        value: fileOf(field, value) ?? text(field, value) ?? (
          <Many label={label} field={field} ui={form?.ui?.[name]} value={value} />
        ),
      },
    ];
  });
  const [short, long] = [
    items.filter(({ value }) => isShort(value)),
    items.filter(({ value }) => !isShort(value)),
  ];
  return (
    <div className="flex flex-col gap-4">
      {short.length > 0 ? <DescriptionList items={short} /> : null}
      {long.length > 0 ? (
        <DescriptionList items={long} className="grid-cols-1 [&_dd]:whitespace-pre-line" />
      ) : null}
    </div>
  );
}

/** The file that was chosen, to be had by its name. */
function fileOf(field: JsonObject, value: Json): ReactNode {
  const file = field['format'] === 'file' ? readFileValue(value) : null;
  return file ? <FileName file={file} erased={false} /> : null;
}

/** Texts from this length on get a line of their own. */
const longText = 60;

function isShort(value: ReactNode): boolean {
  return typeof value === 'string' && value.length < longText && !value.includes('\n');
}

/** Several entries: as a table where each is an object of plain values, else as they are. */
function Many({
  label,
  field,
  ui,
  value,
}: {
  label: string;
  field: JsonObject;
  ui: Json | undefined;
  value: Json;
}) {
  const text = useAnswerText();
  const entries = Array.isArray(value) ? (value as readonly Json[]).filter(isObject) : [];
  const properties = propertiesOf(isObject(field['items']) ? field['items'] : null);
  const filled = [...new Set(entries.flatMap(Object.keys))].filter((name) =>
    entries.some((entry) => !isNothing(entry[name] ?? null)),
  );
  const names = inOrder(filled, isObject(ui) ? ui['items'] : undefined, properties);
  if (entries.length === 0) return <JsonView label={label} value={value} depth={2} className="mt-1" />;
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={label}
      className="mt-1 overflow-x-auto rounded-md border border-line"
    >
      <table className="w-full text-left text-sm">
        <thead>
          <tr>
            {names.map((name) => (
              <th
                key={name}
                scope="col"
                className="bg-sunken px-3 py-1.5 text-xs font-medium whitespace-nowrap text-muted"
              >
                {nameOf(schemaOf(properties, name), name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, position) => (
            <tr key={position} className="border-t border-line">
              {names.map((name) => {
                const cell = entry[name] ?? null;
                const shown = isNothing(cell)
                  ? ''
                  : (text(schemaOf(properties, name), cell) ?? JSON.stringify(cell));
                return (
                  <td key={name} className="px-3 py-1.5 align-top text-ink">
                    {shown}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
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

/** Names in the order in which the form asked for them. */
function inOrder(names: readonly string[], ui: Json | undefined, properties: JsonObject): readonly string[] {
  const order: unknown = isObject(ui) ? ui['ui:order'] : undefined;
  const asked = [...(Array.isArray(order) ? order : []), ...Object.keys(properties)];
  const place = (name: string) => (asked.includes(name) ? asked.indexOf(name) : asked.length);
  return names.toSorted((a, b) => place(a) - place(b));
}

function isNothing(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function propertiesOf(schema: JsonObject | null): JsonObject {
  return isObject(schema?.['properties']) ? schema['properties'] : {};
}

function schemaOf(properties: JsonObject, name: string): JsonObject {
  const field = properties[name];
  return isObject(field) ? field : {};
}

function nameOf(field: JsonObject, name: string): string {
  return typeof field['title'] === 'string' ? field['title'] : name;
}

/** The title of the option that was chosen. */
function titleOf(field: JsonObject, value: Json): string | null {
  const options = field['oneOf'] ?? field['anyOf'];
  if (!Array.isArray(options)) return null;
  const chosen = (options as readonly Json[]).find((option) => isObject(option) && option['const'] === value);
  return isObject(chosen) && typeof chosen['title'] === 'string' ? chosen['title'] : null;
}
