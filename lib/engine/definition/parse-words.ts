import { nearest } from '@/lib/engine/conditions/suggestion';
import type { Json, JsonObject } from '@/lib/engine/json';
import type { Finding } from './finding';
import { definitionJsonSchema } from './json-schema';
import { at, pointer } from './pointer';

/** The schema library's issue, as far as it is read here. */
export type Issue = {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected?: string;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
  readonly options?: readonly unknown[];
  readonly errors?: readonly (readonly Issue[])[];
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly format?: string;
};

/** What the issue says, in words of the product: one finding for each unknown field, else one. */
export function findingsOfIssue(issue: Issue, json: unknown): Finding[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return (issue.keys ?? []).map((key) => unknownField([...issue.path, key], key, json));
    case 'invalid_union':
      return ofUnion(issue, json);
    default:
      return [invalidShape(issue.path, json, problem(issue, json))];
  }
}

type Words = { readonly message: string; readonly mend: string };

function problem(issue: Issue, json: unknown): Words {
  const name = nameOf(issue.path);
  if (issue.path.length > 0 && !at(json, issue.path).found)
    return { message: `${name} is missing.`, mend: `Add ${name}.` };
  switch (issue.code) {
    case 'invalid_type':
      return {
        message: `${name} is ${kindInWords(at(json, issue.path).value)} and must be ${expectedInWords(issue.expected)}.`,
        mend: `Make it ${expectedInWords(issue.expected)}.`,
      };
    case 'invalid_value':
      return oneOf(name, issue.values ?? []);
    case 'too_small':
      return bound(name, issue.origin, `at least ${String(issue.minimum)}`, issue);
    case 'too_big':
      return bound(name, issue.origin, `at most ${String(issue.maximum)}`, issue);
    case 'invalid_key':
      return {
        message: `${name} is not a name that can be used here.`,
        mend: 'Use letters, digits and _ in the name.',
      };
    case 'invalid_format':
      if (issue.format === 'email')
        return {
          message: `${name} is not an e-mail address.`,
          mend: 'Write an address like ann@example.com.',
        };
      return said(name, issue.message);
    default:
      return said(name, issue.message);
  }
}

/** Messages that the schema itself brings are written for people already. */
function said(name: string, message: string): Words {
  return { message: `${name} is not valid: ${message}.`, mend: 'Correct it.' };
}

function bound(name: string, origin: string | undefined, words: string, issue: Issue): Words {
  if (!issue.message.startsWith('Too ')) return said(name, issue.message);
  if (origin === 'string' && issue.minimum === 1)
    return { message: `${name} may not be empty.`, mend: `Fill in ${name}.` };
  const unit = origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '';
  const verb = unit === '' ? 'must be' : 'must have';
  return { message: `${name} ${verb} ${words}${unit}.`, mend: 'Correct it.' };
}

function oneOf(name: string, values: readonly unknown[]): Words {
  const words = values.map((value) => JSON.stringify(value)).join(', ');
  return {
    message: values.length === 1 ? `${name} must be ${words}.` : `${name} must be one of ${words}.`,
    mend: 'Use one of these.',
  };
}

/** Where something may have several shapes: what is wrong with the one that comes nearest. */
function ofUnion(issue: Issue, json: unknown): Finding[] {
  if (issue.options !== undefined) return [invalidShape(issue.path, json, unknownType(issue, json))];
  const branches = (issue.errors ?? []).map((issues) => ({ issues, cost: sum(issues) }));
  const least = Math.min(...branches.map(({ cost }) => cost));
  const near = branches.filter(({ cost }) => cost === least);
  const meant =
    near.length === 1 ? near[0] : near.find(({ issues }) => issues.some((one) => one.options !== undefined));
  if (meant !== undefined && least < notThisShape)
    return meant.issues.flatMap((inner) =>
      findingsOfIssue({ ...inner, path: [...issue.path, ...inner.path] }, json),
    );
  if (!at(json, issue.path).found) return [invalidShape(issue.path, json, problem(issue, json))];
  const shapes = branches.map(({ issues }) => shapeOf(issues)).filter((shape) => shape !== null);
  return [
    invalidShape(issue.path, json, {
      message: `${nameOf(issue.path)} has none of the shapes that it may have.`,
      mend:
        issue.path.at(-1) === 'on'
          ? triggerShapes
          : shapes.length > 0
            ? `Write ${[...new Set(shapes)].join(' or ')}.`
            : 'Correct it.',
    }),
  ];
}

const notThisShape = 1_000;

const triggerShapes =
  'Write "completion", "childFailed", "repair", or an object like {"outcome": "approve"}, {"signal": "paid"}, {"deadline": "too_late"} or {"error": true}.';

function sum(issues: readonly Issue[]): number {
  return issues.reduce((total, issue) => total + cost(issue), 0);
}

function cost(issue: Issue): number {
  if (issue.path.length === 0 && issue.code !== 'unrecognized_keys') return notThisShape;
  if (issue.path[0] === 'type') return notThisShape / 10;
  return issue.code === 'unrecognized_keys' ? 10 * (issue.keys?.length ?? 1) : 1;
}

/** `{"outcome": …}` or `"completion"`: the shape that a branch of a union asks for, from what it misses. */
function shapeOf(issues: readonly Issue[]): string | null {
  const literal = issues.find((issue) => issue.path.length === 0 && issue.code === 'invalid_value');
  if (literal !== undefined) return (literal.values ?? []).map((value) => JSON.stringify(value)).join(' or ');
  const missing = issues.filter((issue) => issue.path.length === 1 && issue.code !== 'unrecognized_keys');
  if (missing.length > 0)
    return `{${missing.map((issue) => `${JSON.stringify(issue.path[0])}: …`).join(', ')}}`;
  const whole = issues.find((issue) => issue.path.length === 0 && issue.code === 'invalid_type');
  return whole === undefined ? null : expectedInWords(whole.expected);
}

function unknownType(issue: Issue, json: unknown): Words {
  const name = nameOf(issue.path);
  const options = (issue.options ?? []).map(String);
  const given = at(json, issue.path);
  const plugin = options.includes('SET_CONTEXT') ? ", or a plugin's type, written vendor.name" : '';
  const close = typeof given.value === 'string' ? nearest(given.value, options) : null;
  return {
    message: given.found
      ? `${JSON.stringify(given.value)} is not a type that exists.`
      : `${name} is missing.`,
    mend: close === null ? `Use one of ${options.join(', ')}${plugin}.` : `Write ${close} if that was meant.`,
  };
}

function unknownField(path: readonly PropertyKey[], key: string, json: unknown): Finding {
  const close = nearest(key, fieldNames());
  return {
    code: 'unknown_field',
    severity: 'error',
    path: pointer(path),
    element: elementAt(path, json),
    message: `There is no field ${JSON.stringify(key)} here.`,
    mend:
      close === null || close === key
        ? 'Remove it or correct its name.'
        : `Remove it, or write ${JSON.stringify(close)} if that was meant.`,
  };
}

function invalidShape(path: readonly PropertyKey[], json: unknown, words: Words): Finding {
  return {
    code: 'invalid_shape',
    severity: 'error',
    path: pointer(path),
    element: elementAt(path, json),
    ...words,
  };
}

/** The step or transition that the path leads into. */
function elementAt(path: readonly PropertyKey[], json: unknown): string | null {
  if ((path[0] !== 'steps' && path[0] !== 'transitions') || path.length < 2) return null;
  const key = at(json, [path[0], path[1] as PropertyKey, 'key']).value;
  return typeof key === 'string' ? key : null;
}

function nameOf(path: readonly PropertyKey[]): string {
  const last = path[path.length - 1];
  if (last === undefined) return 'The definition';
  if (typeof last !== 'number') return String(last);
  return `Entry ${last + 1} of ${nameOf(path.slice(0, -1))}`;
}

function kindInWords(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return expectedInWords(typeof value);
}

function expectedInWords(expected: string | undefined): string {
  return kinds[expected ?? ''] ?? 'something else';
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

let names: ReadonlySet<string> | null = null;

/** Every field that a definition may have somewhere, for guessing what was meant. */
function fieldNames(): ReadonlySet<string> {
  if (names !== null) return names;
  const found = new Set<string>();
  const open: Json[] = [definitionJsonSchema()];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const properties = Array.isArray(next) ? undefined : (next as JsonObject)['properties'];
    if (typeof properties === 'object' && properties !== null)
      for (const name of Object.keys(properties)) found.add(name);
    open.push(...(Object.values(next) as Json[]));
  }
  return (names = found);
}
