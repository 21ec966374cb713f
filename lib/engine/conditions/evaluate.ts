import type { Json, JsonObject } from '@/lib/engine/json';
import type { Evaluation } from './contract';
import { Evaluator } from './evaluator';
import type { DeclaredFields } from './field-type';
import { Failure, unknownType, type Frame } from './machine';
import { parseProgram } from './program';
import { inWords, instantText, Instant, kindOf, Span, spanText, type Value } from './value';

/** What an expression sees by name: the scope of an instance, or what a webhook has brought. */
type Seen = Readonly<Record<string, Json | undefined>>;

/**
 * The value of a CEL expression (DESIGN 7), with the values that it read. Pure: the same scope gives the same answer.
 *
 * A declared field without a value is null; a field that nobody declares, and null or text compared with a number,
 * are errors. An error's message is one sentence that names the expression and says what to do.
 *
 * @param declared what the definition declares (`declaredFields`)
 */
export function evaluateExpression(expression: string, scope: Seen, declared: DeclaredFields): Evaluation {
  const program = parseProgram(expression);
  if (!program.ok) return failed(expression, `the syntax is wrong: ${program.problem}`, program.mend);
  const evaluator = new Evaluator(rootFrame(scope, declared));
  try {
    const value = toJson(evaluator.evaluate(program.root), { left: 100_000 });
    return { ok: true, value, reads: Object.fromEntries(evaluator.reads) };
  } catch (error) {
    if (error instanceof Failure) return failed(expression, error.problem, error.mend);
    throw error;
  }
}

/** The same, for an expression that must be true or false. */
export function evaluateCondition(expression: string, scope: Seen, declared: DeclaredFields): Evaluation {
  const evaluation = evaluateExpression(expression, scope, declared);
  if (!evaluation.ok || typeof evaluation.value === 'boolean') return evaluation;
  const kind = kindOf(evaluation.value);
  return failed(
    expression,
    kind === 'null'
      ? 'the value is null and is not true or false'
      : `the value is ${inWords(kind)} and is not true or false`,
    'write a comparison, for example with `== true`',
  );
}

function failed(expression: string, problem: string, mend: string): Evaluation {
  return { ok: false, expression, message: `In \`${expression}\`, ${problem}; ${mend}.` };
}

/** Every declared name; `result`, `secrets` and the like only where the scope has them. */
function rootFrame(scope: Seen, declared: DeclaredFields): Frame {
  let frame: Frame = null;
  for (const [name, value] of Object.entries(scope)) {
    if (value === undefined) continue;
    const type = declared.get(name) ?? unknownType;
    frame = { name, cell: { value, type, path: name }, outer: frame };
  }
  return frame;
}

function toJson(value: Value, budget: { left: number }): Json {
  if (--budget.left < 0) throw new Failure('the value is too large', 'make it smaller');
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  if (value instanceof Instant) return instantText(value);
  if (value instanceof Span) return spanText(value);
  if (Array.isArray(value)) return value.map((item: Value) => toJson(item, budget));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, toJson(item as Value, budget)]),
  ) as JsonObject;
}
