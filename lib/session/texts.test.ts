import { createTranslator } from 'use-intl/core';
import { expect, test } from 'vitest';
import { languages } from '@/lib/people/locale';
import { importGraph } from '@/lib/testing/architecture/import-graph';
import { sources } from '@/lib/testing/architecture/sources';
import german from '@/messages/de.json';
import english from '@/messages/en.json';

/** Pages that approvers and requesters see. The others (design, support, administration) are English. */
const screens =
  /^app\/(?:layout|\(public\)\/.*|\(workspace\)\/(?:(?:page|layout|error|not-found)|(?:_components|inbox|requests|start|absence|settings)\/.*))\.tsx?$/;

/** Namespaces of those pages and of all that they import, and those of mails. */
const complete = [...namespacesOf(screens), 'mails'].sort();

function namespacesOf(pages: RegExp): ReadonlySet<string> {
  const graph = importGraph(true);
  const texts = new Map(sources().map(({ file, text }) => [file, text]));
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    graph.get(file)?.forEach(visit);
  };
  [...graph.keys()].filter((file) => pages.test(file)).forEach(visit);
  const uses = /(?:useTranslations|getTranslations)\('([^']+)'\)/g;
  return new Set([...seen].flatMap((file) => [...texts.get(file)!.matchAll(uses)].map(([, name]) => name!)));
}

test('the pages of approvers and requesters are found, with what they show of others', () => {
  expect(complete).toEqual(expect.arrayContaining(['task', 'requests', 'decide', 'history', 'diagram']));
  expect(complete).not.toContain('designer');
});

type Texts = { readonly [name: string]: string | Texts };

const translated: Record<string, Texts> = { de: german };

test('every language beside English has its texts', () => {
  expect(Object.keys(translated)).toEqual(languages.filter((language) => language !== 'en'));
});

test.each(
  Object.entries(translated).flatMap(([language, texts]) =>
    complete.map((name) => ({ language, name, texts })),
  ),
)(
  '$language: $name has no text too few and none too many, with the same placeholders and tags',
  ({ name, texts }) => {
    const [own, original] = [flat(partOf(texts, name)), flat(partOf(english, name))];

    expect(Object.keys(own).sort()).toEqual(Object.keys(original).sort());
    const odd = Object.keys(original).filter((key) => !sameNames(original[key]!, own[key]!));
    expect(odd).toEqual([]);
  },
);

test.each(Object.entries(translated))('%s has no text that English has not', (_, texts) => {
  const known = new Set(Object.keys(flat(english)));
  expect(Object.keys(flat(texts)).filter((key) => !known.has(key))).toEqual([]);
});

test('no text of what is complete was left in English', () => {
  // Names and words that both languages have; placeholders and signs are nobody's language.
  const alike = /^(Interlock|Name|Status|Filter|Live|Version|Status:)?$/;
  const words = (text = '') => text.replace(/\{\w+\}|<\/?\w+>|[^\p{L}: ]/gu, '').trim();
  const [own, original] = [flat(german), flat(english)];
  const left = Object.keys(own).filter(
    (key) => own[key] === original[key] && !alike.test(words(own[key]).replace(/^:$/, '')),
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

function partOf(texts: Texts, name: string): Texts {
  return name.split('.').reduce<Texts>((part, key) => part[key] as Texts, texts);
}

function flat(texts: Texts, prefix = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(texts).map(([key, value]) =>
      typeof value === 'string' ? { [`${prefix}${key}`]: value } : flat(value, `${prefix}${key}.`),
    ),
  ) as Record<string, string>;
}

/** The arguments of an ICU message and its tags: `{name}`, `{count, plural, …}`, `<when></when>`. */
function namesOf(text: string): string[] {
  return [
    ...new Set(
      [...text.matchAll(/(?<!(?:\b(?:one|other)|=\d+)\s)\{(\w+)\s*[,}]|<(\w+)>/g)].map(
        ([, argument, tag]) => argument ?? `<${tag}>`,
      ),
    ),
  ].sort();
}

function sameNames(left: string, right: string): boolean {
  return namesOf(left).join() === namesOf(right).join();
}
