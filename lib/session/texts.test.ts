import { createTranslator } from 'use-intl/core';
import { expect, test } from 'vitest';
import { languages } from '@/lib/people/locale';
import german from '@/messages/de.json';
import english from '@/messages/en.json';

type Texts = { readonly [name: string]: string | Texts };

const translated: Record<string, Texts> = { de: german };

test('every language beside English has its texts', () => {
  expect(Object.keys(translated)).toEqual(languages.filter((language) => language !== 'en'));
});

test.each(Object.entries(translated))(
  '%s has no text too few and none too many, with the same placeholders and tags',
  (_, texts) => {
    const [own, original] = [flat(texts), flat(english)];

    expect(Object.keys(own)).toEqual(Object.keys(original));
    const odd = Object.keys(original).filter((key) => !sameNames(original[key]!, own[key]!));
    expect(odd).toEqual([]);
  },
);

test('no text was left in English', () => {
  // Names, words and signs that both languages have; placeholders are nobody's language.
  const alike = new Set(
    `Interlock Name Status Filter Live Version v Worker Median Signal Webhook Webhooks Subject Text Neutral in In
    CSV JSON BPMN Mermaid SVG PNG PTM PD h min s`.split(/\s+/),
  );
  const words = (text: string) => text.replace(/\{\w+\}|<\/?\w+>|[^\p{L} ]/gu, '').match(/\p{L}+/gu) ?? [];
  const [own, original] = [flat(german), flat(english)];
  const left = Object.entries(own).filter(
    ([key, text]) => text === original[key] && !words(text).every((word) => alike.has(word)),
  );
  expect(left).toEqual([]);
});

test.each(['en', 'de'])(
  'every text of %s can be written: its placeholders, plurals and tags are well formed',
  (locale) => {
    const texts: Texts = locale === 'en' ? english : translated[locale]!;
    const wrong: string[] = [];
    const t = createTranslator<Record<string, unknown>>({
      locale,
      messages: texts,
      onError: (error) => wrong.push(error.message),
    });
    for (const [key, text] of Object.entries(flat(texts))) {
      // More than there are do no harm.
      const values = Object.fromEntries([
        ...[...text.matchAll(/\{(\w+)/g)].map(([, name]) => [name, 2]),
        ...[...text.matchAll(/<(\w+)>/g)].map(([, tag]) => [tag, (chunks: string) => chunks]),
      ]);
      t.markup(key as never, values as never);
    }
    expect(wrong).toEqual([]);
  },
);

function flat(texts: Texts, prefix = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(texts).map(([key, value]) =>
      typeof value === 'string' ? { [`${prefix}${key}`]: value } : flat(value, `${prefix}${key}.`),
    ),
  ) as Record<string, string>;
}

/** The arguments of an ICU message and its tags: `{name}`, `{count, plural, one {…}}`, `<when></when>`. */
function namesOf(text: string): string[] {
  const names = new Set([...text.matchAll(/<(\w+)>/g)].map(([tag]) => tag));
  // Braces open an argument and, within one, a text of it, by turns.
  let depth = 0;
  for (const [brace, argument] of text.replaceAll(/'[{}<][^']*'/g, '').matchAll(/\{\s*(\w+)?|\}/g)) {
    if (brace === '}') depth -= 1;
    else {
      if (depth % 2 === 0 && argument) names.add(argument);
      depth += 1;
    }
  }
  return [...names].sort();
}

function sameNames(left: string, right: string): boolean {
  return namesOf(left).join() === namesOf(right).join();
}
