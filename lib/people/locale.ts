/** Languages that messages/ has texts for; the first is the one for everybody else. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The language of a locale, if messages/ has it. */
function languageOf(locale: string): Language | undefined {
  const language = locale.split('-')[0]?.toLowerCase();
  return languages.find((known) => known === language);
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** A person's locale once they have chosen a language: the region of what they have stays while the language does. */
export function localeIn(language: string, present?: string): string {
  return present && chooseLocale([present]).language === language ? present : language;
}

/**
 * The locale for texts, dates and numbers: the first wanted one whose language we have. When there is none, our
 * first language with the region of the first wish, so that dates still look as they do where the person lives.
 * @param wanted BCP 47 tags, most wanted first; malformed ones are passed over
 */
export function chooseLocale(wanted: readonly string[]): { locale: string; language: Language } {
  const tags = wanted.map(canonical).filter((tag) => tag !== undefined);
  for (const tag of tags) {
    const language = languageOf(tag);
    if (language) return { locale: tag, language };
  }
  const region = tags[0] && new Intl.Locale(tags[0]).region;
  return { locale: region ? `${languages[0]}-${region}` : languages[0], language: languages[0] };
}
