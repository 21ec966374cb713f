import type { Json, JsonObject } from '@/lib/engine/json';
import type { Evaluation, Scope } from './contract';
import { evaluateExpression } from './evaluate';
import type { DeclaredFields } from './field-type';

/** A text cut at its `{{ … }}` places. */
type TemplatePart = { readonly text: string } | { readonly expression: string };

type Template =
  | { readonly ok: true; readonly parts: readonly TemplatePart[] }
  /** To follow "In the text `…`, ". */
  | { readonly ok: false; readonly problem: string; readonly mend: string };

/** Cuts a text at its `{{ … }}` places. Quotes and braces inside a place belong to its expression. */
export function readTemplate(text: string): Template {
  const parts: TemplatePart[] = [];
  let at = 0;
  for (;;) {
    const opens = text.indexOf('{{', at);
    if (opens === -1) break;
    const closes = endOfPlace(text, opens + 2);
    if (closes === -1)
      return { ok: false, problem: 'a place that `{{` opens is not closed', mend: 'close it with `}}`' };
    const expression = text.slice(opens + 2, closes).trim();
    if (expression === '')
      return {
        ok: false,
        problem: 'a place between `{{` and `}}` is empty',
        mend: 'write an expression in it',
      };
    if (opens > at) parts.push({ text: text.slice(at, opens) });
    parts.push({ expression });
    at = closes + 2;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return { ok: true, parts };
}

/** The expressions of a text's places, in order; none where its syntax is wrong. */
export function templateExpressions(text: string): readonly string[] {
  const template = readTemplate(text);
  return template.ok ? template.parts.flatMap((part) => ('expression' in part ? [part.expression] : [])) : [];
}

/**
 * The text with its places filled in. A text that is one place and nothing else keeps the type of its value;
 * otherwise null leaves nothing, and lists and objects stand as JSON.
 */
export function renderTemplate(text: string, scope: Scope, declared: DeclaredFields): Evaluation {
  if (!text.includes('{{')) return { ok: true, value: text, reads: {} };
  const template = readTemplate(text);
  if (!template.ok)
    return {
      ok: false,
      expression: text,
      message: `In the text \`${shortened(text)}\`, ${template.problem}; ${template.mend}.`,
    };
  const [only] = template.parts;
  if (template.parts.length === 1 && only !== undefined && 'expression' in only)
    return evaluateExpression(only.expression, scope, declared);

  const reads: [string, Json][] = [];
  let rendered = '';
  for (const part of template.parts) {
    if ('text' in part) {
      rendered += part.text;
      continue;
    }
    const evaluation = evaluateExpression(part.expression, scope, declared);
    if (!evaluation.ok) return evaluation;
    rendered += asText(evaluation.value);
    reads.push(...(Object.entries(evaluation.reads) as [string, Json][]));
  }
  return { ok: true, value: rendered, reads: Object.fromEntries(reads) };
}

/** A JSON value with the places in all its texts filled in; names of fields are left as they are. */
export function renderJson(json: Json, scope: Scope, declared: DeclaredFields): Evaluation {
  if (typeof json === 'string') return renderTemplate(json, scope, declared);
  if (typeof json !== 'object' || json === null) return { ok: true, value: json, reads: {} };
  const reads: [string, Json][] = [];
  const rendered: [string, Json][] = [];
  for (const [name, item] of Object.entries(json) as [string, Json][]) {
    const evaluation = renderJson(item, scope, declared);
    if (!evaluation.ok) return evaluation;
    rendered.push([name, evaluation.value]);
    reads.push(...(Object.entries(evaluation.reads) as [string, Json][]));
  }
  const value = Array.isArray(json) ? rendered.map(([, item]) => item) : Object.fromEntries(rendered);
  return { ok: true, value: value as Json, reads: Object.fromEntries(reads) as JsonObject };
}

/** Where the place ends that began before `from`; -1 when it does not. */
function endOfPlace(text: string, from: number): number {
  let braces = 0;
  let quote: string | null = null;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (quote !== null) {
      if (character === '\\') at++;
      else if (character === quote) quote = null;
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '{') braces++;
    else if (character === '}') {
      if (braces === 0 && text[at + 1] === '}') return at;
      braces--;
    }
  }
  return -1;
}

function asText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
