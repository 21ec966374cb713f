import type { Finding } from '@/lib/engine/definition/finding';
import { parseDefinition } from '@/lib/engine/definition/parse';
import { type Definition, definitionSchema, transitionSchema } from '@/lib/engine/definition/schema';

/** Names as a reader expects them: what it is first, then the rest as it is stored. */
const order = [
  ...new Set([
    'key',
    'name',
    'type',
    ...Object.keys(transitionSchema.shape),
    ...Object.keys(definitionSchema.shape),
  ]),
];
const rank = new Map(order.map((name, index) => [name, index]));

/** The definition as text. */
export function codeOf(definition: Definition): string {
  const { steps, transitions, compensations, annotations, ...settings } = definition;
  const whole = {
    ...sorted(settings),
    steps: steps.map(sorted),
    transitions: transitions.map(sorted),
    ...(compensations && { compensations: compensations.map(sorted) }),
    ...(annotations && { annotations: annotations.map(sorted) }),
  };
  return JSON.stringify(whole, null, 2);
}

/** What a text says: a definition under the same key, or what is wrong with it. */
export function readCode(
  text: string,
  key: string,
):
  | { readonly ok: true; readonly definition: Definition }
  | { readonly ok: false; readonly problem: string | null; readonly findings: readonly Finding[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error), findings: [] };
  }
  const parsed = parseDefinition(json);
  if (!parsed.ok) return { ok: false, problem: null, findings: parsed.findings };
  if (parsed.definition.key === key) return { ok: true, definition: parsed.definition };
  return {
    ok: false,
    problem: null,
    findings: [
      {
        code: 'invalid_shape',
        severity: 'error',
        path: '/key',
        element: null,
        message: `The key is ${JSON.stringify(parsed.definition.key)}, and this process has the key "${key}", which does not change.`,
        mend: `Write "${key}" again.`,
      },
    ],
  };
}

function sorted<T extends object>(object: T): T {
  const place = (name: string) => rank.get(name) ?? order.length;
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => place(a) - place(b))) as T;
}
