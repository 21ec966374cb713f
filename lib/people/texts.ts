/** Texts of a language, by their names. */
export type Texts = { readonly [name: string]: string | Texts };

/**
 * The texts of a language, with English where it has none: the screens of designers, support and administrators have no
 * second language. What approvers and requesters see is complete (lib/session/texts.test.ts).
 */
export function withEnglish(english: Texts, own: Texts): Texts {
  return Object.fromEntries(
    Object.entries(english).map(([name, text]) => {
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
