import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { readFileValue } from '@/lib/engine/file-value';
import type { FactValue } from '@/lib/instances/schema';
import { FileName } from './file-name';

/** Words for a fact's value, in the person's language and zone. */
export function useFactText(): (fact: FactValue) => string {
  const format = useFormatter();
  const t = useTranslations('instances.facts');
  return ({ value, format: kind, currency }) => {
    if (value === null || value === '') return t('none');
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') {
      return kind === 'money' && currency
        ? format.number(value, { style: 'currency', currency })
        : format.number(value);
    }
    if (typeof value === 'string') return textOf(value);
    return t('items', { count: Array.isArray(value) ? value.length : Object.keys(value).length });

    function textOf(text: string): string {
      if (kind !== 'date' && kind !== 'datetime') return readFileValue(text)?.name ?? text;
      const instant = new Date(text);
      if (Number.isNaN(instant.getTime())) return text;
      // A date without a time is the same day everywhere.
      if (kind === 'date') return format.dateTime(instant, { dateStyle: 'medium', timeZone: 'UTC' });
      return format.dateTime(instant, { dateStyle: 'medium', timeStyle: 'short' });
    }
  };
}

/** A fact's value where there is room for more than words: a file can be had by its name. */
export function useFactValue(): (fact: FactValue) => ReactNode {
  const text = useFactText();
  return (fact) => {
    const file = readFileValue(fact.value);
    return file ? <FileName file={file} erased={false} /> : text(fact);
  };
}

/** The facts of a row on one line; each value says on hover what it is. What is `known` from elsewhere in the row is left out. */
export function FactLine({ facts, known }: { facts: readonly FactValue[]; known: string }) {
  const text = useFactText();
  const shown = facts.filter(({ value }) => value !== null && value !== '' && value !== known);
  return (
    <span className="line-clamp-2">
      {shown.map((fact, position) => (
        <span key={fact.label} title={fact.label}>
          {position > 0 ? (
            <span aria-hidden className="text-faint">
              {' '}
              ·{' '}
            </span>
          ) : null}
          <span className={isBareNumber(fact) ? 'text-muted' : 'sr-only'}>{fact.label}: </span>
          {text(fact)}
        </span>
      ))}
    </span>
  );
}

/** A number that is no money says nothing without its name. */
function isBareNumber({ value, format }: FactValue): boolean {
  return typeof value === 'number' && format !== 'money';
}
