'use client';

import german from '@/messages/de.json';
import { NextIntlClientProvider } from 'next-intl';
import type { LanguageProps } from './texts';

/** What is below in German. */
export function GermanTexts(props: LanguageProps) {
  return <NextIntlClientProvider {...props} messages={german} />;
}
