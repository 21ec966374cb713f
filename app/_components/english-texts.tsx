'use client';

import english from '@/messages/en.json';
import { NextIntlClientProvider } from 'next-intl';
import type { LanguageProps } from './texts';

/** What is below in English. */
export function EnglishTexts(props: LanguageProps) {
  return <NextIntlClientProvider {...props} messages={english} />;
}
