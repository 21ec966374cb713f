import type { Definition } from '@/lib/engine/definition/schema';
import type { Fact } from '@/lib/engine/definition/step-schema';
import type { Json, JsonObject } from '@/lib/engine/json';
import type { FactValue } from './schema';

/**
 * Facts as people read them: one that is simply a field with titled options (`oneOf` with `const` and `title`) shows the
 * title of the option, not the code that conditions compare.
 * @param of the facts' own definitions, by whose labels they are known
 */
export function titledFacts(
  content: Definition,
  facts: readonly FactValue[],
  of: readonly Fact[] | undefined,
): FactValue[] {
  return facts.map((fact) => {
    if (typeof fact.value !== 'string') return fact;
    const expression = of?.find(({ label }) => label === fact.label)?.value;
    const title = expression === undefined ? undefined : titleOf(fieldOf(content, expression), fact.value);
    return title === undefined ? fact : { ...fact, value: title };
  });
}

/** Schema of the field that an expression names and nothing else: of the input, or of a task's form. */
function fieldOf(content: Definition, expression: string): Json | undefined {
  const path = /^context((?:\.[A-Za-z_]\w*)+)$/.exec(expression.trim())?.[1]?.slice(1).split('.') ?? [];
  const [first = '', step, field = ''] = path;
  if (path.length === 1) return propertyOf(content.input, first);
  if (path.length !== 3 || first !== 'tasks') return undefined;
  const task = content.steps.find(({ key }) => key === step);
  return task?.type === 'USER_TASK' ? propertyOf(task.form?.schema, field) : undefined;
}

function propertyOf(schema: unknown, name: string): Json | undefined {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function titleOf(field: Json | undefined, value: string): string | undefined {
  const options = isObject(field) ? field['oneOf'] : undefined;
  if (!Array.isArray(options)) return undefined;
  const chosen = (options as readonly Json[]).find((option) => isObject(option) && option['const'] === value);
  return isObject(chosen) && typeof chosen['title'] === 'string' ? chosen['title'] : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
