/** A condition as CEL has it, with the fields of the context that it reads; or null where it cannot be said in CEL. */
export type Condition = { readonly when: string; readonly fields: readonly string[] } | null;

const words: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  not: '!',
  eq: '==',
  ne: '!=',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
  true: 'true',
  false: 'false',
  null: 'null',
};

const token =
  /\s+|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\d+(?:\.\d+)?|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|&&|\|\||[<>=!]=|[<>!()+\-*/%]|./gy;

/**
 * The expression languages of BPMN tools (`${amount > 100 and approved}`) in CEL: `context.amount > 100 && context.approved`.
 * Calls, property syntax with brackets and scripts cannot be carried over.
 */
export function toCondition(text: string): Condition {
  const inner = /^[$#]\{([\s\S]*)\}$/.exec(text.trim())?.[1] ?? text.trim();
  if (inner === '' || /[{}[\]?:;]/.test(inner)) return null;
  const fields: string[] = [];
  let when = '';
  for (const [part] of inner.matchAll(token)) {
    if (/^\s+$/.test(part)) when += ' ';
    else if (/^['"]/.test(part)) when += JSON.stringify(part.slice(1, -1));
    else if (/^[A-Za-z_]/.test(part)) {
      const known = words[part.toLowerCase()];
      if (known === undefined) fields.push(part);
      when += known ?? `context.${part}`;
    } else if (/^(\d|&&|\|\||[<>=!]=|[<>!()+\-*/%])/.test(part)) when += part;
    else return null;
  }
  // Two values beside each other are no expression.
  if (/[\w"]\s+[\w"]/.test(when)) return null;
  // A name before a bracket is a call.
  if (/[\w"]\s*\(/.test(when) || fields.length === 0) return null;
  return { when: when.trim().replaceAll(/! (?=[\w(])/g, '!'), fields };
}
