import { Environment, type ASTNode } from '@marcbachmann/cel-js';

/**
 * The library parses; walking the tree is ours (evaluator.ts, type-check.ts). Its own evaluation says false when a
 * number is compared with null, cannot tell that from `x == null`, does not let `1000` meet `1000.5`, and knows
 * neither declared fields nor the values that were read; DESIGN 7 needs all of these.
 */
const language = new Environment({
  unlistedVariablesAreDyn: true,
  limits: { maxAstNodes: 1_000, maxDepth: 50, maxListElements: 500, maxMapEntries: 100, maxCallArguments: 8 },
});

/** The longest expression that is parsed, in characters; the schema has the same bound. */
const longest = 2_000;

/** More than the largest definition has (5,000 transitions), so that linting one parses nothing twice. */
const cacheSize = 8_000;

export type Node = ASTNode;

type Program =
  | { readonly ok: true; readonly root: Node }
  /** `problem` reads after a colon: "the text is not closed". */
  | { readonly ok: false; readonly problem: string; readonly mend: string };

const cache = new Map<string, Program>();

/** The tree of a CEL expression, or what is wrong with its syntax. Remembers what it has parsed, up to a bound. */
export function parseProgram(expression: string): Program {
  const known = cache.get(expression);
  if (known !== undefined) return known;
  const program = parse(expression);
  if (cache.size >= cacheSize) cache.delete(cache.keys().next().value as string);
  cache.set(expression, program);
  return program;
}

/** The part of the expression that the node stands for, as its author wrote it. */
export function sourceOf(node: Node): string {
  return node.input.slice(node.start, node.end);
}

function parse(expression: string): Program {
  if (expression.length > longest)
    return {
      ok: false,
      problem: `it is longer than ${longest} characters`,
      mend: 'write a shorter expression',
    };
  try {
    return { ok: true, root: language.parse(expression).ast };
  } catch (error) {
    return { ok: false, ...inWords(error, expression) };
  }
}

const tokens: Readonly<Record<string, string>> = {
  EOF: 'the end',
  IDENTIFIER: 'a name',
  NUMBER: 'a number',
  STRING: 'a text',
  RPAREN: '")"',
  LPAREN: '"("',
  RBRACKET: '"]"',
  LBRACKET: '"["',
  RBRACE: '"}"',
  LBRACE: '"{"',
  COLON: '":"',
  COMMA: '","',
  DOT: '"."',
  EQ: '"=="',
};

type LibraryError = {
  readonly summary?: unknown;
  readonly code?: unknown;
  readonly range?: { readonly start?: unknown };
};

function inWords(error: unknown, expression: string): { readonly problem: string; readonly mend: string } {
  const { summary, code, range } = error as LibraryError;
  if (code === 'limit_exceeded')
    return { problem: 'it is too large or too deeply nested', mend: 'write a smaller expression' };
  if (/(^|[^=!<>])=([^=]|$)/.test(expression.replace(/"[^"]*"|'[^']*'/g, '')))
    return { problem: 'a single "=" compares nothing', mend: 'write "=="' };
  const said = typeof summary === 'string' ? summary : 'it cannot be read';
  const words = said.replace(/\b[A-Z]{2,}\b/g, (token) => tokens[token] ?? token);
  const start = range?.start;
  const place = typeof start === 'number' ? `, at character ${start + 1}` : '';
  return {
    problem: words.charAt(0).toLowerCase() + words.slice(1) + place,
    mend: 'correct the expression',
  };
}
