import { NextIntlClientProvider } from 'next-intl';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import de from '@/messages/de.json';
import en from '@/messages/en.json';
import { Duration } from './duration';
import { RelativeTime } from './relative-time';

const now = new Date('2026-03-01T09:00:00Z');
const shown = (time: ReactElement, language: 'en' | 'de' = 'en') => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={language} timeZone="UTC" now={now} messages={language === 'en' ? en : de}>
      {time}
    </NextIntlClientProvider>,
  );
  return html.replace(/<[^>]+>/g, '');
};
const at = (seconds: number, language: 'en' | 'de' = 'en') =>
  shown(<RelativeTime at={now.getTime() + seconds * 1_000} />, language);

test('what has happened within the last minute has happened just now', () => {
  expect([at(-59), at(-1), at(0), at(-1, 'de')]).toEqual(['just now', 'just now', 'just now', 'gerade eben']);
});

test('what has happened since the clock of the page ticked last is no future', () => {
  expect([at(14), at(16), at(16, 'de')]).toEqual(['just now', 'in a moment', 'gleich']);
});

test('from a minute on the distance is said in its largest unit, and past a week the date', () => {
  expect([at(-60), at(2 * 3_600), at(-8 * 86_400)]).toEqual(['1 minute ago', 'in 2 hours', 'Feb 21, 2026']);
});

test('what is years off or has taken years is said in years', () => {
  const days = (count: number) => now.getTime() - count * 86_400_000;

  expect(shown(<RelativeTime distant at={days(364)} />)).toBe('364 days ago');
  expect(shown(<RelativeTime distant at={days(800)} />, 'de')).toBe('vor 2 Jahren');
  expect(shown(<Duration from={days(364)} />)).toBe('364 d 0 h');
  expect(shown(<Duration from={days(385)} />)).toBe('1 y 20 d');
  expect(shown(<Duration from={days(385)} />, 'de')).toBe('1 J 20 T');
});
