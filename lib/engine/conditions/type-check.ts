import { equalityProblem, orderProblem } from './comparison';
import { callType } from './call-types';
import { fieldType, pathOf } from './field-access';
import type { DeclaredFields, FieldType } from './field-type';
import { mergeTypes } from './merge-types';
import { calculated, sameKind } from './operator-types';
import { parseProgram, sourceOf, type Node } from './program';
import { nearest } from './suggestion';
import type { Names, Problem, Typing } from './typing';
import { inWords } from './value';

/** What the place of an expression needs as its value. `scalar`: text, a number, true or false. */
export type Expected = 'any' | 'bool' | 'number' | 'text' | 'scalar' | 'list';

const any: FieldType = { kind: 'any' };
const bool: FieldType = { kind: 'bool' };

/**
 * Checks names and kinds by what is declared: what `evaluateExpression` would refuse whatever the values are. A
 * declared field may always be null, which is never a problem here.
 */
export function checkExpression(
  expression: string,
  declared: DeclaredFields,
  expected: Expected = 'any',
): readonly Problem[] {
  const program = parseProgram(expression);
  if (!program.ok)
    return [
      {
        code: 'expression_syntax',
        problem: `the syntax is wrong: ${program.problem}`,
        mend: program.mend,
      },
    ];
  const checker = new TypeChecker(declared);
  const { kind } = checker.typeOf(program.root, null);
  if (checker.problems.length === 0 && !fits(kind, expected))
    checker.problems.push({
      code: 'expression_type',
      problem: `the value is ${inWords(kind)} and should be ${expectedWords[expected]}`,
      mend: expected === 'bool' ? 'write a comparison' : `give it a value that is ${expectedWords[expected]}`,
    });
  return checker.problems;
}

const expectedWords: Readonly<Record<Expected, string>> = {
  any: 'anything',
  bool: 'true or false',
  number: 'a number',
  text: 'text',
  scalar: 'text or a number',
  list: 'a list',
};

function fits(kind: FieldType['kind'], expected: Expected): boolean {
  if (expected === 'any' || kind === 'any' || kind === expected) return true;
  return expected === 'scalar' && (kind === 'text' || kind === 'number' || kind === 'bool');
}

class TypeChecker implements Typing {
  readonly problems: Problem[] = [];

  constructor(private readonly declared: DeclaredFields) {}

  typeOf(node: Node, names: Names): FieldType {
    switch (node.op) {
      case 'value':
        return literalType(node.args);
      case 'id':
        return this.#name(node.args, names);
      case '.':
        return this.#field(node.args[0], node.args[1], names);
      case '[]':
        return this.#indexed(node.args[0], node.args[1], names);
      case 'call':
        return callType(node, node.args[0], null, node.args[1], names, this);
      case 'rcall':
        return callType(node, node.args[0], node.args[1], node.args[2], names, this);
      case 'list': {
        const items = node.args.map((part) => this.typeOf(part, names));
        return { kind: 'list', items: items.length === 0 ? any : items.reduce(mergeTypes) };
      }
      case 'map':
        return this.#object(node.args, names);
      case '?:': {
        this.needsBool(node.args[0], names);
        return mergeTypes(this.typeOf(node.args[1], names), this.typeOf(node.args[2], names));
      }
      case '||':
      case '&&':
        for (const side of node.args) this.needsBool(side, names);
        return bool;
      case '!_':
        this.needsBool(node.args, names);
        return bool;
      case '-_':
        this.#needs(node.args, 'number', 'and `-` needs a number', names);
        return { kind: 'number' };
      case '.?':
      case '[?]':
        return this.report(
          'expression_syntax',
          `\`${sourceOf(node)}\` uses optional access`,
          'write it without "?"',
        );
      default:
        return this.#binary(node.op, node.args, names);
    }
  }

  #binary(op: string, [leftNode, rightNode]: readonly [Node, Node], names: Names): FieldType {
    const left = this.typeOf(leftNode, names);
    const right = this.typeOf(rightNode, names);
    const mismatch = (problem: string, mend: string) =>
      this.report(
        'expression_type',
        `\`${sourceOf(leftNode)}\` is ${inWords(left.kind)}, \`${sourceOf(rightNode)}\` is ${inWords(right.kind)}, and ${problem}`,
        mend,
      );
    switch (op) {
      case '==':
      case '!=':
        if (!canBeEqual(left, right)) mismatch('these cannot be compared', sameKind(left, right));
        return bool;
      case '<':
      case '<=':
      case '>':
      case '>=':
        if (orderProblem(left.kind, right.kind) !== null)
          mismatch(`\`${op}\` cannot be asked of these`, sameKind(left, right));
        return bool;
      case 'in':
        this.#membership(left, right, leftNode, rightNode);
        return bool;
      default: {
        const type = calculated(op, left, right);
        return type ?? mismatch(`\`${op}\` cannot be asked of these`, sameKind(left, right));
      }
    }
  }

  #membership(left: FieldType, right: FieldType, leftNode: Node, rightNode: Node): void {
    if (right.kind === 'any') return;
    if (right.kind !== 'list' && right.kind !== 'object') {
      this.report(
        'expression_type',
        `\`${sourceOf(rightNode)}\` is ${inWords(right.kind)} and nothing can be looked up in it`,
        'look in a list, or for a part of a text with contains(…)',
      );
      return;
    }
    const item: FieldType = right.kind === 'list' ? right.items : { kind: 'text' };
    if (left.kind === 'null' || equalityProblem(left.kind, item.kind, item.kind === 'null') === null) return;
    this.report(
      'expression_type',
      `\`${sourceOf(leftNode)}\` is ${inWords(left.kind)} and what \`${sourceOf(rightNode)}\` holds is ${inWords(item.kind)}`,
      sameKind(left, item),
    );
  }

  #name(name: string, names: Names): FieldType {
    for (let at = names; at !== null; at = at.outer) if (at.name === name) return at.type;
    const type = this.declared.get(name);
    if (type !== undefined) return type;
    const close = nearest(name, this.declared.keys());
    return this.report(
      'unknown_field_in_expression',
      `there is nothing called \`${name}\` here`,
      close === null
        ? `begin with one of ${[...this.declared.keys()].join(', ')}`
        : `write \`${close}\` if that was meant`,
    );
  }

  #field(holder: Node, name: string, names: Names): FieldType {
    const before = this.problems.length;
    const type = this.typeOf(holder, names);
    if (this.problems.length > before) return any;
    const found = fieldType(type, name);
    if (found !== null) return found;
    const path = pathOf(sourceOf(holder), name);
    const root = holder.op === 'id' ? holder.args : '';
    if (root === 'rules')
      return this.report('unknown_rule', `there is no rule ${name}`, 'make the rule, or correct its name');
    if (root === 'secrets')
      return this.report(
        'unknown_secret',
        `there is no secret ${name}`,
        'add the secret, or correct its name',
      );
    if (type.kind === 'list')
      return this.report(
        'unknown_field_in_expression',
        `\`${sourceOf(holder)}\` is a list and has no field ${JSON.stringify(name)}`,
        `take an item with \`${sourceOf(holder)}[0]\`, or ask \`${sourceOf(holder)}.exists(item, …)\``,
      );
    const close = type.kind === 'object' ? nearest(name, type.fields.keys()) : null;
    return this.report(
      'unknown_field_in_expression',
      `\`${path}\` is a field that nobody declares`,
      close === null
        ? 'correct the name, or declare the field in the input schema, a form, a signal or an output'
        : `write \`${pathOf(sourceOf(holder), close)}\` if that was meant, or declare the field`,
    );
  }

  #indexed(holder: Node, index: Node, names: Names): FieldType {
    if (index.op === 'value' && typeof index.args === 'string') return this.#field(holder, index.args, names);
    const from = this.typeOf(holder, names);
    const by = this.typeOf(index, names);
    const wrong =
      (from.kind === 'list' && by.kind !== 'number') || (from.kind === 'object' && by.kind !== 'text')
        ? by.kind !== 'any'
        : from.kind !== 'list' && from.kind !== 'object' && from.kind !== 'any';
    if (wrong)
      return this.report(
        'expression_type',
        `\`${sourceOf(holder)}\` is ${inWords(from.kind)} and has nothing at \`${sourceOf(index)}\``,
        'use a position in a list, or the name of a field',
      );
    return from.kind === 'list' ? from.items : any;
  }

  #object(entries: readonly (readonly [Node, Node])[], names: Names): FieldType {
    const fields = new Map<string, FieldType>();
    let others: FieldType | null = null;
    for (const [key, value] of entries) {
      this.#needs(key, 'text', 'and a field is named by text', names);
      const type = this.typeOf(value, names);
      if (key.op === 'value' && typeof key.args === 'string') fields.set(key.args, type);
      else others = any;
    }
    return { kind: 'object', fields, others };
  }

  needsBool(node: Node, names: Names): void {
    this.#needs(node, 'bool', 'and not true or false', names, 'write a comparison');
  }

  #needs(
    node: Node,
    kind: FieldType['kind'],
    words: string,
    names: Names,
    mend = `use ${inWords(kind)}`,
  ): void {
    const type = this.typeOf(node, names);
    if (type.kind === kind || type.kind === 'any') return;
    this.report('expression_type', `\`${sourceOf(node)}\` is ${inWords(type.kind)} ${words}`, mend);
  }

  /** What is wrong is of no known type, so that one mistake gives one problem. */
  report(code: Problem['code'], problem: string, mend: string): FieldType {
    this.problems.push({ code, problem, mend });
    return any;
  }
}

function canBeEqual(left: FieldType, right: FieldType): boolean {
  if (left.kind === 'list' && right.kind === 'list') return canBeEqual(left.items, right.items);
  return equalityProblem(left.kind, right.kind, left.kind === 'null' || right.kind === 'null') === null;
}

function literalType(value: unknown): FieldType {
  if (value === null) return { kind: 'null' };
  if (typeof value === 'string') return { kind: 'text' };
  return typeof value === 'boolean' ? bool : { kind: 'number' };
}
