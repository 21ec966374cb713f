/** The marks of a locale's numbers. */
function marksOf(locale: string): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(12345.6);
  const mark = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value;
  return { group: mark('group') ?? ',', decimal: mark('decimal') ?? '.' };
}

/**
 * The number that somebody meant, written as in their locale: `1.500,25` in German, `1,500.25` in English. A mark that
 * cannot group thousands where it stands is taken as the decimal mark, so `12,5` is twelve and a half everywhere.
 * @returns null when it is no number
 */
export function parseNumber(text: string, locale: string): number | null {
  const compact = text.replace(/[\s'’]/g, '').replace(/[−–]/g, '-');
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(compact)) return null;
  const { decimal } = marksOf(locale);
  const lastMark = /[.,](?=\d*$)/.exec(compact)?.[0];
  if (lastMark === undefined) return Number(compact);
  const occurrences = compact.split(lastMark).length - 1;
  const bothMarks = compact.includes('.') && compact.includes(',');
  const groups = new RegExp(`^[+-]?\\d{1,3}(\\${lastMark}\\d{3})+$`);
  const groupsThousands = lastMark !== decimal && groups.test(compact);
  if (occurrences > 1) return groups.test(compact) ? Number(compact.replaceAll(lastMark, '')) : null;
  if (!bothMarks && groupsThousands) return Number(compact.replace(lastMark, ''));
  const [whole = '', fraction = ''] = compact.split(lastMark);
  return Number(`${whole.replace(/[.,]/g, '')}.${fraction}`);
}

/** A number as the locale writes it, ready to be edited; money with the decimals of its currency. */
export function numberText(value: number, locale: string, currency?: string): string {
  const money = currency === undefined ? undefined : currencyDigits(currency);
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: Number.isInteger(value) ? 0 : money,
    maximumFractionDigits: 20,
    // A bare number may be a year: four digits stay together.
    useGrouping: currency === undefined ? 'min2' : 'always',
  }).format(value);
}

function currencyDigits(currency: string): number | undefined {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .minimumFractionDigits;
  } catch {
    return undefined;
  }
}
