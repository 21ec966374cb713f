import { createFormatter, createTranslator } from 'use-intl/core';
import { readFileValue } from '@/lib/engine/file-value';
import { chooseLocale, type Language } from '@/lib/people/locale';
import type { FactValue } from '@/lib/instances/schema';
import german from '@/messages/de.json';
import english from '@/messages/en.json';

type Texts = { readonly mails: typeof english.mails };

const texts: Readonly<Record<Language, Texts>> = {
  en: { mails: english.mails },
  de: { mails: german.mails },
};

/** What a mail's words are made with: the recipient's language, zone and ways to write dates and numbers. */
export type MailWords = ReturnType<typeof mailWords>;

/** @param locale the person's own; a language that we have no texts for gets English with its region's dates */
export function mailWords(locale: string, timeZone: string) {
  const chosen = chooseLocale([locale]);
  const t = createTranslator({
    locale: chosen.locale,
    messages: texts[chosen.language],
    namespace: 'mails',
    timeZone,
  });
  const format = createFormatter({ locale: chosen.locale, timeZone });
  return { t, language: chosen.language, instant, fact };

  /** An instant on the person's clock, with the zone's name. */
  function instant(at: string): string {
    return format.dateTime(new Date(at), {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    });
  }

  function fact({ value, format: kind, currency }: FactValue): string {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') {
      return kind === 'money' && currency
        ? format.number(value, { style: 'currency', currency })
        : format.number(value);
    }
    if (typeof value !== 'string') return t('items', { count: sizeOf(value) });
    const at = new Date(value);
    if ((kind !== 'date' && kind !== 'datetime') || Number.isNaN(at.getTime()))
      return readFileValue(value)?.name ?? value;
    // A date without a time is the same day everywhere.
    return kind === 'date' ? format.dateTime(at, { dateStyle: 'medium', timeZone: 'UTC' }) : instant(value);
  }
}

function sizeOf(value: FactValue['value']): number {
  if (value === null || typeof value !== 'object') return 0;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}
