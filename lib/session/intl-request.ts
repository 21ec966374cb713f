import english from '@/messages/en.json';
import { getRequestConfig } from 'next-intl/server';
import { cookies, headers } from 'next/headers';
import { chooseLocale, type Language } from '@/lib/people/locale';
import { type Texts, withEnglish } from '@/lib/people/texts';
import { acceptedLocales, localeCookie } from '@/lib/session/locale';
import { currentActor } from '@/lib/session/session';

/** Language, zone and texts of this request: the person's, else the cookie's, else what the browser asks for. */
export default getRequestConfig(async () => {
  const [actor, cookieStore, requestHeaders] = await Promise.all([currentActor(), cookies(), headers()]);
  const wanted = [
    actor?.locale,
    cookieStore.get(localeCookie)?.value,
    ...acceptedLocales(requestHeaders.get('accept-language')),
  ].filter((tag) => tag !== undefined);
  const { locale, language } = chooseLocale(wanted);
  return { locale, messages: await textsOf(language), timeZone: actor?.timeZone ?? 'UTC', now: new Date() };
});

/** Put together once for each language: they are the same for every request. */
const made = new Map<Language, Texts>();

async function textsOf(language: Language): Promise<Texts> {
  const known = made.get(language);
  if (known) return known;
  const own = (await import(`../../messages/${language}.json`)) as { default: Texts };
  const texts = withEnglish(english, own.default);
  made.set(language, texts);
  return texts;
}
