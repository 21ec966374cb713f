'use client';

import dynamic from 'next/dynamic';
import type { ComponentType, ReactNode } from 'react';
import type { Language } from '@/lib/people/locale';

export type LanguageProps = { locale: string; timeZone: string; now: Date; children: ReactNode };

const languages: Readonly<Record<Language, ComponentType<LanguageProps>>> = {
  en: dynamic(async () => (await import('./english-texts')).EnglishTexts),
  de: dynamic(async () => (await import('./german-texts')).GermanTexts),
};

/**
 * The texts of a language for all that is below. They come as code, which the browser keeps: as data of the page they would be
 * the largest part of every page, written by the server and read by the browser each time.
 */
export function TextsIn({ language, ...props }: LanguageProps & { language: Language }) {
  const Language = languages[language];
  return <Language {...props} />;
}
