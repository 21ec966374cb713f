import english from '@/messages/en.json';
import { getRequestConfig } from 'next-intl/server';
import { cookies, headers } from 'next/headers';
import { chooseLocale } from '@/lib/people/locale';
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
  const texts = (await import(`../../messages/${language}.json`)) as { default: Texts };
  const messages = withEnglish(english, texts.default);
  return { locale, messages, timeZone: actor?.timeZone ?? 'UTC', now: new Date() };
});
