import english from '@/messages/en.json';
import { getRequestConfig } from 'next-intl/server';
import { cookies, headers } from 'next/headers';
import { chooseLocale } from '@/lib/people/locale';
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

type Texts = { readonly [name: string]: string | Texts };

/**
 * The texts of a language, with English where it has none: the screens of designers, support and administrators have no
 * second language. What approvers and requesters see is complete (texts.test.ts).
 */
function withEnglish(all: Texts, own: Texts): Texts {
  return Object.fromEntries(
    Object.entries(all).map(([name, text]) => {
      const translated = own[name];
      if (translated === undefined) return [name, text];
      return [
        name,
        typeof text === 'object' && typeof translated === 'object'
          ? withEnglish(text, translated)
          : translated,
      ];
    }),
  );
}
