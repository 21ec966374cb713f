import { forbiddenNames, type Json } from '@/lib/engine/json';
import type { Finding } from './finding';
import { findingsOfIssue, type Issue } from './parse-words';
import { pointer } from './pointer';
import { definitionSchema, type Definition } from './schema';

type ParsedDefinition =
  | { readonly ok: true; readonly definition: Definition }
  | { readonly ok: false; readonly findings: Finding[] };

/** Deeper than any definition, its forms and its request bodies are; shallow enough for every stack. */
const deepest = 100;

/**
 * A definition from what a client sent or a file held. Strict: a field that definitions do not have is a finding
 * `unknown_field`, any other fault of shape `invalid_shape`, each with its JSON pointer; nothing is dropped,
 * converted or filled in, so that the definition is equal, as JSON, to what came in. Any value may come in.
 * Whether the definition makes sense is lint's question.
 */
export function parseDefinition(json: unknown): ParsedDefinition {
  const unusable = unusableParts(json);
  if (unusable.length > 0) return { ok: false, findings: unusable };
  const parsed = definitionSchema.safeParse(json);
  if (parsed.success) return { ok: true, definition: parsed.data };
  const findings = parsed.error.issues.flatMap((issue) => findingsOfIssue(issue as Issue, json));
  return { ok: false, findings: unique(findings) };
}

/** What has to be refused before a schema looks at it: no object at all, reserved names, endless depth. */
function unusableParts(json: unknown): Finding[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return [
      {
        code: 'invalid_shape',
        severity: 'error',
        path: '',
        element: null,
        message: 'This is not a definition: a definition is a JSON object.',
        mend: 'Send an object with key, name, subject, steps and transitions.',
      },
    ];
  const findings: Finding[] = [];
  const open: { readonly value: object; readonly path: readonly string[] }[] = [{ value: json, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.path.length > deepest) return [tooDeep(next.path)];
    for (const name of Object.keys(next.value)) {
      const path = [...next.path, name];
      if (forbiddenNames.has(name)) findings.push(reservedName(path, name));
      const value = (next.value as Record<string, Json>)[name];
      if (typeof value === 'object' && value !== null) open.push({ value, path });
    }
  }
  return findings;
}

function tooDeep(path: readonly string[]): Finding {
  return {
    code: 'invalid_shape',
    severity: 'error',
    path: pointer(path),
    element: null,
    message: `The definition is nested more than ${deepest} levels deep here.`,
    mend: 'Make it flatter.',
  };
}

function reservedName(path: readonly string[], name: string): Finding {
  return {
    code: 'invalid_shape',
    severity: 'error',
    path: pointer(path),
    element: null,
    message: `The name ${JSON.stringify(name)} is reserved and cannot be used anywhere in a definition.`,
    mend: 'Use another name.',
  };
}

function unique(findings: Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const key = `${finding.path}\n${finding.message}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
