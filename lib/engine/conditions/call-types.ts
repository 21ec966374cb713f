import { comprehensionNames } from './comprehensions';
import type { FieldType } from './field-type';
import { fitting, mendOfUnknown, overloads } from './functions';
import { sourceOf, type Node } from './program';
import type { Names, Typing } from './typing';
import { inWords } from './value';

const any: FieldType = { kind: 'any' };
const bool: FieldType = { kind: 'bool' };

/** The type of a call; what is wrong with it goes to `checker.report`. */
export function callType(
  node: Node,
  name: string,
  receiver: Node | null,
  parameters: readonly Node[],
  names: Names,
  checker: Typing,
): FieldType {
  const [first, second, third] = parameters;
  if (receiver === null && name === 'has') return hasType(node, parameters, names, checker);
  if (receiver?.op === 'id' && receiver.args === 'cel' && name === 'bind' && first && second && third)
    return checker.typeOf(third, {
      name: plainName(first),
      type: checker.typeOf(second, names),
      outer: names,
    });
  if (receiver !== null && comprehensionNames.has(name) && first && second)
    return comprehensionType(name, receiver, [first, second, third], names, checker);

  const candidates = overloads(name, receiver !== null, parameters.length);
  if (candidates.length === 0) return unknownFunction(node, name, checker);
  const nodes = receiver === null ? parameters : [receiver, ...parameters];
  const kinds = nodes.map((one) => checker.typeOf(one, names).kind);
  const chosen =
    receiver === null
      ? fitting(candidates, null, kinds)
      : fitting(candidates, kinds[0] ?? null, kinds.slice(1));
  if (chosen === null)
    return checker.report(
      'expression_type',
      `\`${name}\` cannot be asked of ${nodes.map((one, i) => `\`${sourceOf(one)}\` (${inWords(kinds[i] ?? 'any')})`).join(' and ')}`,
      'give it values of the right kind',
    );
  const agreed = candidates.every((one) => one.returns.kind === chosen.returns.kind);
  return agreed || !kinds.includes('any') ? chosen.returns : any;
}

function hasType(node: Node, parameters: readonly Node[], names: Names, checker: Typing): FieldType {
  const [path] = parameters;
  if (parameters.length === 1 && path?.op === '.') checker.typeOf(path, names);
  else
    checker.report(
      'expression_syntax',
      `\`${sourceOf(node)}\` does not ask for a field`,
      'write it like has(context.amount)',
    );
  return bool;
}

function comprehensionType(
  name: string,
  receiver: Node,
  [variable, second, third]: readonly [Node, Node, Node | undefined],
  names: Names,
  checker: Typing,
): FieldType {
  const from = checker.typeOf(receiver, names);
  const item = from.kind === 'list' ? from.items : from.kind === 'object' ? ({ kind: 'text' } as const) : any;
  if (from.kind !== 'list' && from.kind !== 'object' && from.kind !== 'any')
    checker.report(
      'expression_type',
      `\`${sourceOf(receiver)}\` is ${inWords(from.kind)} and has no items`,
      'use a list',
    );
  const within: Names = { name: plainName(variable), type: item, outer: names };
  if (name === 'map') {
    if (third !== undefined) checker.needsBool(second, within);
    return { kind: 'list', items: checker.typeOf(third ?? second, within) };
  }
  checker.needsBool(second, within);
  return name === 'filter' ? { kind: 'list', items: item } : bool;
}

function unknownFunction(node: Node, name: string, checker: Typing): FieldType {
  return checker.report(
    'expression_type',
    `there is no function \`${name}\` for \`${sourceOf(node)}\``,
    mendOfUnknown(name),
  );
}

function plainName(node: Node): string {
  return node.op === 'id' ? node.args : '';
}
