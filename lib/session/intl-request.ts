import type { AbstractIntlMessages } from 'next-intl';
import { getRequestConfig } from 'next-intl/server';
import { cookies, headers } from 'next/headers';
import { chooseLocale, type Language } from '@/lib/people/locale';
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

async function textsOf(language: Language): Promise<AbstractIntlMessages> {
  return ((await import(`../../messages/${language}.json`)) as { default: AbstractIntlMessages }).default;
}
