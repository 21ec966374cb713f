import { type Operator, operators, type SearchExpression } from './expression';

export type ParsedSearch =
  | { readonly ok: true; readonly expression: SearchExpression | null }
  /** What is not understood, in a sentence that says how to write it instead. */
  | { readonly ok: false; readonly problem: string };

type Token =
  | { readonly kind: 'open' | 'close' | 'or' | 'and' | 'not' }
  | { readonly kind: 'word'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'field'; readonly field: string; readonly operator: Operator; readonly value: string };

/** Conditions that one search may have; more would make it slow for nobody's benefit. */
const mostConditions = 20;

/**
 * Reads what somebody typed into the search box: words, "words in quotes", `field:value`, comparisons (`amount>100`), OR, NOT
 * (or a minus sign), parentheses. Words that stand side by side are also looked for as they stand: a full name needs no quotes.
 * Which fields there are is not looked at here.
 */
export function parseSearch(text: string): ParsedSearch {
  try {
    const reader = new Reader(tokensOf(text));
    return { ok: true, expression: reader.all() };
  } catch (error) {
    if (error instanceof NotUnderstood) return { ok: false, problem: error.message };
    throw error;
  }
}

class NotUnderstood extends Error {}

const operatorsFirst = [...operators].sort((left, right) => right.length - left.length);
const quotedText = /"((?:[^"\\]|\\.)*)"/y;
const fieldName = /[\p{L}_][\p{L}\p{N}_.-]*/uy;
const plainText = /[^\s()"]+/uy;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const quoted = (): string | null => {
    if (text[at] !== '"') return null;
    const found = take(quotedText);
    if (!found) throw new NotUnderstood('A quotation mark is open. Close it with another ".');
    return found[1]!.replace(/\\(.)/gu, '$1');
  };
  const value = (field: string, operator: Operator): string => {
    const found = quoted() ?? take(plainText)?.[0];
    if (found === undefined || found === '')
      throw new NotUnderstood(
        `After ${field}${operator} a value is missing. Write for instance ${field}${operator}100.`,
      );
    return found;
  };
  while (at < text.length) {
    if (/\s/u.test(text[at]!)) {
      at += 1;
      continue;
    }
    if (text[at] === '(' || text[at] === ')') {
      tokens.push({ kind: text[at] === '(' ? 'open' : 'close' });
      at += 1;
      continue;
    }
    if (text[at] === '-' && at + 1 < text.length && /[\p{L}"(]/u.test(text[at + 1]!)) {
      tokens.push({ kind: 'not' });
      at += 1;
      continue;
    }
    const inQuotes = quoted();
    if (inQuotes !== null) {
      if (inQuotes.trim() !== '') tokens.push({ kind: 'word', text: inQuotes, quoted: true });
      continue;
    }
    const start = at;
    const name = take(fieldName)?.[0];
    const operator = name === undefined ? undefined : operatorsFirst.find((one) => text.startsWith(one, at));
    if (name !== undefined && operator !== undefined) {
      at += operator.length;
      tokens.push({ kind: 'field', field: name, operator, value: value(name, operator) });
      continue;
    }
    at = start;
    const word = take(plainText)![0];
    const connective = { OR: 'or', AND: 'and', NOT: 'not' }[word];
    tokens.push(
      connective
        ? ({ kind: connective } as Token)
        : { kind: 'word', text: word.replace(/\*$/u, ''), quoted: false },
    );
  }
  return tokens;
}

class Reader {
  #at = 0;
  #conditions = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  all(): SearchExpression | null {
    if (this.tokens.length === 0) return null;
    const expression = this.#or();
    if (this.#at < this.tokens.length)
      throw new NotUnderstood('A parenthesis is closed that was never opened. Take it away.');
    return expression;
  }

  #or(): SearchExpression {
    const parts = [this.#and()];
    while (this.#take('or')) parts.push(this.#and());
    return parts.length === 1 ? parts[0]! : { kind: 'or', parts };
  }

  #and(): SearchExpression {
    const parts: SearchExpression[] = [];
    for (let next = this.tokens[this.#at]; next; next = this.tokens[this.#at]) {
      if (next.kind === 'or' || next.kind === 'close') break;
      if (next.kind === 'and') {
        this.#at += 1;
        if (parts.length === 0 || !this.#begins())
          throw new NotUnderstood(
            'AND stands between two conditions. To search for the word, put it in quotes.',
          );
        continue;
      }
      parts.push(...this.#run());
    }
    if (parts.length === 0)
      throw new NotUnderstood(
        this.tokens[this.#at - 1]?.kind === 'open'
          ? 'There is nothing in the parentheses. Write a condition in them, or take them away.'
          : 'OR stands between two conditions. To search for the word, put it in quotes.',
      );
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
  }

  /** One condition, or several words that stand side by side: as they stand, or each for itself. */
  #run(): SearchExpression[] {
    const words: string[] = [];
    for (
      let next = this.tokens[this.#at];
      next?.kind === 'word' && !next.quoted;
      next = this.tokens[this.#at]
    ) {
      if (next.text !== '') words.push(next.text);
      this.#at += 1;
    }
    if (words.length === 0) return this.#begins() ? [this.#one()] : [];
    this.#count(words.length);
    const each = words.map((text): SearchExpression => ({ kind: 'word', text }));
    if (words.length === 1) return each;
    const together: SearchExpression = { kind: 'word', text: words.join(' ') };
    return [{ kind: 'or', parts: [together, { kind: 'and', parts: each }] }];
  }

  #one(): SearchExpression {
    const token = this.tokens[this.#at]!;
    this.#at += 1;
    if (token.kind === 'not') {
      if (!this.#begins())
        throw new NotUnderstood(
          'After NOT a condition is missing. To search for the word, put it in quotes.',
        );
      return { kind: 'not', part: this.#one() };
    }
    if (token.kind === 'open') {
      const inner = this.#or();
      if (!this.#take('close')) throw new NotUnderstood('A parenthesis is open. Close it with ).');
      return inner;
    }
    this.#count(1);
    if (token.kind === 'word') return { kind: 'word', text: token.text };
    if (token.kind === 'field') return token;
    throw new NotUnderstood('OR and AND stand between two conditions.');
  }

  #begins(): boolean {
    const kind = this.tokens[this.#at]?.kind;
    return kind === 'word' || kind === 'field' || kind === 'open' || kind === 'not';
  }

  #take(kind: Token['kind']): boolean {
    if (this.tokens[this.#at]?.kind !== kind) return false;
    this.#at += 1;
    return true;
  }

  #count(conditions: number): void {
    this.#conditions += conditions;
    if (this.#conditions > mostConditions)
      throw new NotUnderstood(
        `A search has at most ${mostConditions} conditions. Narrow it by the filters instead.`,
      );
  }
}
