import { RE2JS } from 're2js';
import type { FieldType } from './field-type';
import { instantFunctions } from './instant-functions';
import { CannotConvert, type LanguageFunction } from './language-function';
import { nearest } from './suggestion';
import { instantText, spanText, type Instant, type Span, type Value, type ValueObject } from './value';

const number: FieldType = { kind: 'number' };
const text: FieldType = { kind: 'text' };
const bool: FieldType = { kind: 'bool' };
const texts: FieldType = { kind: 'list', items: text };
const any: FieldType = { kind: 'any' };

const taking =
  (receiver: FieldType['kind'] | null) =>
  (
    name: string,
    parameters: readonly FieldType['kind'][],
    returns: FieldType,
    run: LanguageFunction['run'],
  ): LanguageFunction => ({ name, receiver, parameters, returns, run });
const global = taking(null);
const ofText = taking('text');
const ofList = taking('list');
const ofObject = taking('object');

const characters = (value: string) => [...value].length;
const items = (list: readonly Value[]) => list.length;
const fields = (object: ValueObject) => Object.keys(object).length;

const table: readonly LanguageFunction[] = [
  global('size', ['text'], number, characters),
  global('size', ['list'], number, items),
  global('size', ['object'], number, fields),
  ofText('size', [], number, characters),
  ofList('size', [], number, items),
  ofObject('size', [], number, fields),

  global('string', ['text'], text, (value: string) => value),
  global('string', ['number'], text, (value: number) => String(value)),
  global('string', ['bool'], text, (value: boolean) => String(value)),
  global('string', ['instant'], text, (value: Instant) => instantText(value)),
  global('string', ['span'], text, (value: Span) => spanText(value)),
  global('double', ['number'], number, (value: number) => value),
  global('double', ['text'], number, (value: string) => toNumber(value)),
  global('int', ['number'], number, (value: number) => Math.trunc(value)),
  global('int', ['text'], number, (value: string) => toWhole(value)),
  global('int', ['instant'], number, (value: Instant) => Math.floor(value.epochMilliseconds / 1000)),
  global('bool', ['bool'], bool, (value: boolean) => value),
  global('bool', ['text'], bool, (value: string) => toBool(value)),
  global('dyn', ['any'], any, (value: Value) => value),

  ofText('contains', ['text'], bool, (value: string, part: string) => value.includes(part)),
  ofText('startsWith', ['text'], bool, (value: string, part: string) => value.startsWith(part)),
  ofText('endsWith', ['text'], bool, (value: string, part: string) => value.endsWith(part)),
  ofText('matches', ['text'], bool, (value: string, pattern: string) => matches(value, pattern)),
  ofText('lowerAscii', [], text, (value: string) => value.replace(/[A-Z]+/g, (part) => part.toLowerCase())),
  ofText('upperAscii', [], text, (value: string) => value.replace(/[a-z]+/g, (part) => part.toUpperCase())),
  ofText('trim', [], text, (value: string) => value.trim()),
  ofText('indexOf', ['text'], number, (value: string, part: string) => value.indexOf(part)),
  ofText('lastIndexOf', ['text'], number, (value: string, part: string) => value.lastIndexOf(part)),
  ofText('substring', ['number'], text, (value: string, from: number) => cut(value, from, value.length)),
  ofText('substring', ['number', 'number'], text, (value: string, from: number, to: number) =>
    cut(value, from, to),
  ),
  ofText('replace', ['text', 'text'], text, (value: string, part: string, by: string) =>
    replaced(value, part, by),
  ),
  ofText('split', ['text'], texts, (value: string, separator: string) => value.split(separator)),
  ofList('join', [], text, (list: readonly Value[]) => join(list, '')),
  ofList('join', ['text'], text, (list: readonly Value[], separator: string) => join(list, separator)),
  ...instantFunctions,
];

const byName = new Map<string, LanguageFunction[]>();
for (const one of table) {
  const key = keyOf(one.name, one.receiver !== null, one.parameters.length);
  byName.set(key, [...(byName.get(key) ?? []), one]);
}

const functionNames: readonly string[] = [...new Set(table.map((one) => one.name))];
const clocksAndDice: ReadonlySet<string> = new Set(['now', 'today', 'date', 'random', 'rand', 'uuid']);

/** What to do about a function that does not exist; begins with a verb. */
export function mendOfUnknown(name: string): string {
  if (clocksAndDice.has(name))
    return 'compare with `instance.startedAt` or a date in the context: expressions see no clock and no chance';
  const close = nearest(name, functionNames);
  return close === null || close === name
    ? 'correct its name or its arguments'
    : `write \`${close}\` if that was meant`;
}

/** The functions of that name and number of arguments; they differ in the kinds that they take. */
export function overloads(name: string, asMethod: boolean, parameters: number): readonly LanguageFunction[] {
  return byName.get(keyOf(name, asMethod, parameters)) ?? [];
}

/** The first of them that takes these kinds; `any` fits everything. */
export function fitting(
  candidates: readonly LanguageFunction[],
  receiver: FieldType['kind'] | null,
  parameters: readonly FieldType['kind'][],
): LanguageFunction | null {
  const fits = (wanted: FieldType['kind'], given: FieldType['kind']) =>
    wanted === 'any' || given === 'any' || wanted === given;
  return (
    candidates.find(
      (one) =>
        (one.receiver === null || receiver === null || fits(one.receiver, receiver)) &&
        one.parameters.every((wanted, index) => fits(wanted, parameters[index] ?? 'null')),
    ) ?? null
  );
}

function keyOf(name: string, asMethod: boolean, parameters: number): string {
  return `${asMethod ? '.' : ''}${name}/${parameters}`;
}

function toNumber(value: string): number {
  const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(value);
  if (!plain || !Number.isFinite(Number(value)))
    throw new CannotConvert(`the text ${JSON.stringify(value.slice(0, 40))} is not a number`);
  return Number(value);
}

function toWhole(value: string): number {
  const whole = toNumber(value);
  if (!/^[+-]?\d+$/.test(value) || !Number.isSafeInteger(whole))
    throw new CannotConvert(`the text ${JSON.stringify(value.slice(0, 40))} is not a whole number`);
  return whole;
}

function toBool(value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new CannotConvert(`the text ${JSON.stringify(value.slice(0, 40))} is neither "true" nor "false"`);
}

function cut(value: string, from: number, to: number): string {
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to < from || to > value.length)
    throw new CannotConvert(`the text has no part from ${from} to ${to}: it is ${value.length} long`);
  return value.slice(from, to);
}

function replaced(value: string, part: string, by: string): string {
  if (value.length * Math.max(1, by.length) > 1_000_000)
    throw new CannotConvert('the text would become too long');
  return value.replaceAll(part, () => by);
}

function join(list: readonly Value[], separator: string): string {
  if (!list.every((item) => typeof item === 'string'))
    throw new CannotConvert('only a list of texts can be joined');
  if (list.reduce((sum, item) => sum + item.length + separator.length, 0) > 1_000_000)
    throw new CannotConvert('the text would become too long');
  return list.join(separator);
}

/** RE2 takes time in proportion to the text, whatever the pattern: a requester's text cannot hang a worker. */
function matches(value: string, pattern: string): boolean {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern);
  } catch {
    throw new CannotConvert(`${JSON.stringify(pattern.slice(0, 60))} is not a pattern (RE2 syntax)`);
  }
  return compiled.matcher(value).find();
}
