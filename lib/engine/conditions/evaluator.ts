import type { Json } from '@/lib/engine/json';
import { forbiddenNames } from '@/lib/engine/json';
import { asBool, comprehend, comprehensionNames, variableName } from './comprehensions';
import { field, item } from './field-access';
import { fitting, mendOfUnknown, overloads } from './functions';
import { CannotConvert } from './language-function';
import { computed, Failure, type Cell, type Frame, type Machine } from './machine';
import { calculate, compare, contains, equal, orTestFirst, shown } from './operators';
import { sourceOf, type Node } from './program';
import { nearest } from './suggestion';
import { inWords, kindOf, recorded, type Value, type ValueObject } from './value';

/** Nodes, items and letters that one evaluation may touch: far above what a condition needs, far below a second. */
const budget = 200_000;
/** Values kept of what was read; a condition reads a handful. */
const mostReads = 100;

type BinaryNode = Extract<
  Node,
  { op: '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%' }
>;

/**
 * Walks the tree of one expression. Plain CEL except for what DESIGN 7 says of missing fields and comparisons,
 * and that there is one kind of number.
 */
export class Evaluator implements Machine {
  readonly reads = new Map<string, Json>();
  #left = budget;
  #readSecret = false;

  constructor(private readonly roots: Frame) {}

  /** The value of the whole tree. Throws `Failure`. */
  evaluate(root: Node): Value {
    return this.run(root, this.roots).value;
  }

  readonly spend = (steps = 1): void => {
    this.#left -= steps;
    if (this.#left < 0)
      throw new Failure('it takes too many steps', 'make it smaller, or look at fewer items');
  };

  readonly run = (node: Node, frame: Frame): Cell => {
    const cell = this.reach(node, frame);
    const isPath = node.op === 'id' || node.op === '.' || node.op === '[]';
    if (isPath && cell.path !== null) this.#record(cell.path, cell.value);
    return cell;
  };

  readonly reach = (node: Node, frame: Frame): Cell => {
    this.spend();
    switch (node.op) {
      case 'value':
        return computed(literal(node.args, node));
      case 'id':
        return lookUp(node.args, frame);
      case '.':
        return field(this.reach(node.args[0], frame), node.args[1], node.args[0]);
      case '[]':
        return this.#indexed(node.args[0], node.args[1], frame);
      case 'call':
        return this.#call(node.args[0], null, node.args[1], node, frame);
      case 'rcall':
        return this.#call(node.args[0], node.args[1], node.args[2], node, frame);
      case 'list':
        return computed(node.args.map((part) => this.run(part, frame).value));
      case 'map':
        return computed(this.#object(node.args, frame));
      case '?:':
        return this.run(node.args[asBool(this.run(node.args[0], frame), node.args[0]) ? 1 : 2], frame);
      case '||':
        return computed(this.#either(node.args, true, frame), { kind: 'bool' });
      case '&&':
        return computed(this.#either(node.args, false, frame), { kind: 'bool' });
      case '!_':
        return computed(!asBool(this.run(node.args, frame), node.args), { kind: 'bool' });
      case '-_':
        return this.#negative(node.args, frame);
      case '.?':
      case '[?]':
        throw new Failure(
          `\`${sourceOf(node)}\` uses optional access`,
          'write it without "?": what is missing is null',
        );
      default:
        return this.#binary(node, frame);
    }
  };

  #binary(node: BinaryNode, frame: Frame): Cell {
    const left = this.run(node.args[0], frame);
    const right = this.run(node.args[1], frame);
    const bool = (value: boolean) => computed(value, { kind: 'bool' });
    switch (node.op) {
      case '==':
        return bool(equal(left, right, node.args, this));
      case '!=':
        return bool(!equal(left, right, node.args, this));
      case 'in':
        return bool(contains(left, right, node.args, this));
      case '<':
      case '<=':
      case '>':
      case '>=':
        return bool(compare(node.op, left, right, node.args));
      default:
        return calculate(node.op, left, right, node.args, this);
    }
  }

  /** CEL's `||` (decides on true) and `&&` (on false): a side that decides is enough, whatever the other one is. */
  #either(sides: readonly [Node, Node], deciding: boolean, frame: Frame): boolean {
    let failure: Failure | null = null;
    for (const side of sides) {
      try {
        if (asBool(this.run(side, frame), side) === deciding) return deciding;
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        failure ??= error;
      }
    }
    if (failure !== null) throw failure;
    return !deciding;
  }

  #indexed(holder: Node, index: Node, frame: Frame): Cell {
    const from = this.reach(holder, frame);
    const key = this.run(index, frame);
    if (typeof key.value === 'string') {
      if (this.#readSecret && index.op !== 'value')
        throw new Failure('a secret cannot name a field', 'write the name of the field');
      return field(from, key.value, holder);
    }
    if (typeof key.value === 'number') return item(from, key.value, holder);
    throw new Failure(
      `${shown(key, index)} and is not a position or a name`,
      'put a number or a text between the brackets',
    );
  }

  #call(name: string, receiver: Node | null, parameters: readonly Node[], node: Node, frame: Frame): Cell {
    if (receiver === null && name === 'has') return this.#has(parameters, node, frame);
    if (receiver?.op === 'id' && receiver.args === 'cel' && name === 'bind' && parameters.length === 3)
      return this.#bind(parameters as readonly [Node, Node, Node], frame);
    if (receiver !== null && comprehensionNames.has(name) && parameters.length >= 2)
      return comprehend(name, receiver, parameters, frame, this);

    const candidates = overloads(name, receiver !== null, parameters.length);
    if (candidates.length === 0) throw unknownFunction(name, node);
    const nodes = receiver === null ? parameters : [receiver, ...parameters];
    const cells = nodes.map((one) => this.run(one, frame));
    const kinds = cells.map((cell) => kindOf(cell.value));
    const chosen =
      receiver === null
        ? fitting(candidates, null, kinds)
        : fitting(candidates, kinds[0] ?? null, kinds.slice(1));
    if (chosen === null) throw wrongArguments(name, cells, nodes, candidates[0]?.receiver ?? null);
    try {
      const value = chosen.run(...(cells.map((cell) => cell.value) as never[]));
      this.spend(weight(value));
      return computed(value, chosen.returns);
    } catch (error) {
      if (!(error instanceof CannotConvert)) throw error;
      throw new Failure(
        this.#readSecret ? 'what is made from a secret does not fit' : error.message,
        `correct what \`${sourceOf(node)}\` is given`,
      );
    }
  }

  /** Whether a declared field has a value; null and absent are the same. */
  #has(parameters: readonly Node[], node: Node, frame: Frame): Cell {
    const [path] = parameters;
    if (parameters.length !== 1 || path === undefined || path.op !== '.')
      throw new Failure(
        `\`${sourceOf(node)}\` does not ask for a field`,
        'write it like has(context.amount)',
      );
    const holder = this.reach(path.args[0], frame);
    const isThere =
      holder.path === 'rules' && !Object.hasOwn(holder.value as ValueObject, path.args[1])
        ? false
        : this.run(path, frame).value !== null;
    return computed(isThere, { kind: 'bool' });
  }

  #bind([variable, value, body]: readonly [Node, Node, Node], frame: Frame): Cell {
    const cell = { ...this.run(value, frame), path: null };
    return this.run(body, { name: variableName(variable), cell, outer: frame });
  }

  #object(entries: readonly (readonly [Node, Node])[], frame: Frame): ValueObject {
    return Object.fromEntries(
      entries.map(([key, value]) => {
        const name = this.run(key, frame);
        if (typeof name.value !== 'string')
          throw new Failure(`${shown(name, key)} and a field's name is text`, 'put the name in quotes');
        if (forbiddenNames.has(name.value))
          throw new Failure(`${JSON.stringify(name.value)} is a reserved name`, 'use another name');
        return [name.value, this.run(value, frame).value];
      }),
    );
  }

  #negative(of: Node, frame: Frame): Cell {
    const cell = this.run(of, frame);
    if (typeof cell.value === 'number') return computed(-cell.value, { kind: 'number' });
    throw new Failure(
      `${shown(cell, of)} and is not a number`,
      cell.value === null ? orTestFirst(of) : 'put the minus before a number',
    );
  }

  #record(path: string, value: Value): void {
    if (path === 'secrets' || path.startsWith('secrets.') || path.startsWith('secrets[')) {
      this.#readSecret = true;
      return;
    }
    // A decision's event names the versions of the rules that it used: those are never left out.
    if (this.reads.size < mostReads || path.startsWith('rules'))
      this.reads.set(path, recorded(value as Json));
  }
}

function literal(value: unknown, node: Node): Value {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number')
    return value;
  if (value instanceof Uint8Array) throw new Failure(`\`${sourceOf(node)}\` is bytes`, 'write a text');
  const whole = Number(value);
  if (Number.isSafeInteger(whole)) return whole;
  throw new Failure(`\`${sourceOf(node)}\` is too large for a whole number`, 'write a smaller number');
}

function lookUp(name: string, frame: Frame): Cell {
  for (let at = frame; at !== null; at = at.outer) if (at.name === name) return at.cell;
  const names: string[] = [];
  for (let at = frame; at !== null; at = at.outer) names.push(at.name);
  const close = nearest(name, names);
  throw new Failure(
    `there is nothing called \`${name}\` here`,
    close === null ? `begin with one of ${names.reverse().join(', ')}` : `\`${close}\` was probably meant`,
  );
}

function unknownFunction(name: string, node: Node): Failure {
  return new Failure(`there is no function \`${name}\` for \`${sourceOf(node)}\``, mendOfUnknown(name));
}

function wrongArguments(
  name: string,
  cells: readonly Cell[],
  nodes: readonly Node[],
  receiver: string | null,
): Failure {
  const empty = cells.findIndex((cell) => cell.value === null);
  const wrong = Math.max(empty, 0);
  return new Failure(
    `${shown(cells[wrong] ?? computed(null), nodes[wrong] as Node)} and \`${name}\` cannot be asked of it`,
    empty >= 0
      ? orTestFirst(nodes[empty] as Node)
      : receiver === null
        ? 'give it a value of the right kind'
        : `use it on ${inWords(receiver as never)}`,
  );
}

function weight(value: Value): number {
  if (typeof value === 'string') return value.length / 50;
  return Array.isArray(value) ? value.length : 1;
}
