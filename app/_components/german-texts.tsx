'use client';

import english from '@/messages/en.json';
import german from '@/messages/de.json';
import { NextIntlClientProvider } from 'next-intl';
import { withEnglish } from '@/lib/people/texts';
import type { LanguageProps } from './texts';

const messages = withEnglish(english, german);

/** What is below in German. */
export function GermanTexts(props: LanguageProps) {
  return <NextIntlClientProvider {...props} messages={messages} />;
}
