import type { DeclaredFields } from '@/lib/engine/conditions/declared';
import { evaluateCondition, evaluateExpression } from '@/lib/engine/conditions/evaluate';
import { type Expected, checkExpression } from '@/lib/engine/conditions/type-check';
import { isJsonObject, setPaths } from '@/lib/engine/context-path';
import type { Json, JsonObject } from '@/lib/engine/json';
import type { StartInstance } from '@/lib/instances/schema';
import { type FieldError, type Result, done, refuseFields } from '@/lib/people/refusal';
import type { SendCorrelatedSignal, SendSignal } from '@/lib/signals/schema';
import type { WebhookMapping } from './schema';

/** What a delivery asks for. */
export type Asked =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'signal'; readonly instance: string; readonly signal: SendSignal }
  | { readonly kind: 'correlated'; readonly signal: SendCorrelatedSignal }
  | { readonly kind: 'start'; readonly start: StartInstance };

/** Of what partners send nothing is declared: what is absent is null. */
const declared: DeclaredFields = new Map([
  ['body', { kind: 'any' }],
  ['headers', { kind: 'any' }],
]);

/** What is wrong with the expressions of a mapping, whatever is delivered. */
export function mappingErrors(mapping: WebhookMapping): readonly FieldError[] {
  const check = (text: unknown, path: string, expected: Expected): FieldError[] =>
    typeof text !== 'string'
      ? []
      : checkExpression(text, declared, expected).map(({ problem, mend }) => ({
          path: `/mapping${path}`,
          message: `${problem}; ${mend}`,
        }));
  const fields = mapping.kind === 'signal' ? mapping.payload : mapping.input;
  const at = mapping.kind === 'signal' ? '/payload' : '/input';
  const named = ['instance', 'subject', 'correlationKey'].flatMap((name) =>
    check(Object.entries(mapping).find(([key]) => key === name)?.[1], `/${name}`, 'scalar'),
  );
  return [
    ...check(mapping.when, '/when', 'bool'),
    ...named,
    ...(typeof fields === 'string'
      ? check(fields, at, 'any')
      : Object.entries(fields).flatMap(([name, text]) => check(text, `${at}/${name}`, 'any'))),
  ];
}

/** What a delivery asks for by its source's mapping. Expressions see `body` and `headers`, whose names are in lower case. */
export function mapped(mapping: WebhookMapping, body: Json, headers: JsonObject): Result<Asked> {
  const map = new Mapper({ body, headers });
  if (mapping.when !== undefined && !map.holds(mapping.when)) {
    return map.failed() ?? done({ kind: 'nothing' });
  }
  const asked = mapping.kind === 'start' ? startOf(mapping, map) : signalOf(mapping, map);
  return map.failed() ?? done(asked);
}

function startOf(mapping: Extract<WebhookMapping, { kind: 'start' }>, map: Mapper): Asked {
  const { definition, subject, correlationKey, input } = mapping;
  return {
    kind: 'start',
    start: {
      definition,
      subject: { id: map.text(subject, '/subject') },
      input: map.object(input, '/input'),
      ...(correlationKey !== undefined && { correlationKey: map.text(correlationKey, '/correlationKey') }),
    },
  };
}

function signalOf(mapping: Extract<WebhookMapping, { kind: 'signal' }>, map: Mapper): Asked {
  const { signal: name, payload, instance, definition, subject, correlationKey, keepSeconds } = mapping;
  const signal = {
    name,
    payload: map.object(payload, '/payload'),
    ...(keepSeconds !== undefined && { keepSeconds }),
  };
  if (instance !== undefined) return { kind: 'signal', instance: map.text(instance, '/instance'), signal };
  return {
    kind: 'correlated',
    signal: {
      ...signal,
      definition: definition ?? '',
      ...(subject !== undefined && { subject: { id: map.text(subject, '/subject') } }),
      ...(correlationKey !== undefined && { correlationKey: map.text(correlationKey, '/correlationKey') }),
    },
  };
}

/** Evaluates the expressions of a mapping and collects what goes wrong. */
class Mapper {
  readonly #errors: FieldError[] = [];

  constructor(private readonly scope: Readonly<Record<string, Json>>) {}

  holds(expression: string): boolean {
    const result = evaluateCondition(expression, this.scope, declared);
    if (!result.ok) this.#errors.push({ path: '/mapping/when', message: result.message });
    return result.ok && result.value === true;
  }

  text(expression: string, path: string): string {
    const value = this.#value(expression, path);
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    if (this.#errors.length === 0) {
      this.#errors.push({
        path: `/mapping${path}`,
        message: `\`${expression}\` must give a text or a number`,
      });
    }
    return '';
  }

  /** Fields without a value are left out. */
  object(fields: string | Readonly<Record<string, string>>, path: string): JsonObject {
    if (typeof fields !== 'string') {
      const values = Object.entries(fields).map(
        ([name, expression]) => [name, this.#value(expression, `${path}/${name}`)] as const,
      );
      return setPaths({}, Object.fromEntries(values.filter(([, value]) => value !== null)));
    }
    const value = this.#value(fields, path);
    if (isJsonObject(value)) return value;
    this.#errors.push({ path: `/mapping${path}`, message: `\`${fields}\` must give an object` });
    return {};
  }

  failed() {
    return this.#errors.length > 0 ? refuseFields(this.#errors) : null;
  }

  #value(expression: string, path: string): Json {
    const result = evaluateExpression(expression, this.scope, declared);
    if (result.ok) return result.value;
    this.#errors.push({ path: `/mapping${path}`, message: result.message });
    return null;
  }
}
