import type { Json, JsonObject } from '@/lib/engine/json';
import { cursorAt, type Frame, type JsonCursor } from './json-cursor';

/** Something that can be written at the cursor. */
export type Completion = {
  readonly label: string;
  /** What it is: the kinds of value that a name takes. */
  readonly detail: string;
  readonly insert: string;
  /** The part of the text that it replaces. */
  readonly from: number;
  readonly to: number;
};

/** Names that there are, for settings that name something. */
export type NamesFor = (setting: string, frames: readonly Frame[]) => readonly string[];

const most = 50;

/** What fits at a cursor by the schema, and by the names that there are; what begins as is written stands first. */
export function completionsAt(
  text: string,
  offset: number,
  schema: JsonObject,
  namesFor: NamesFor,
): readonly Completion[] {
  const cursor = cursorAt(text, offset);
  if (!cursor) return [];
  const found = cursor.expects === 'name' ? names(cursor, schema) : values(cursor, schema, namesFor);
  const typed = cursor.typed.toLowerCase();
  const fitting = found.filter(({ label }) => label.toLowerCase().includes(typed) && label !== cursor.typed);
  const { to, colon } = endOf(text, offset, cursor);
  return fitting
    .sort((one, other) => begins(other, typed) - begins(one, typed))
    .slice(0, most)
    .map(({ label, detail, insert }) => ({
      label,
      detail,
      insert: cursor.expects === 'name' && !colon ? `${insert}: ` : insert,
      from: cursor.from,
      to,
    }));
}

type Found = { readonly label: string; readonly detail: string; readonly insert: string };

function begins({ label }: Found, typed: string): number {
  return label.toLowerCase().startsWith(typed) ? 1 : 0;
}

function names({ frames }: JsonCursor, schema: JsonObject): Found[] {
  const own = frames.at(-1);
  const found = new Map<string, Found>();
  for (const place of placesAt(schema, frames)) {
    for (const [name, member] of Object.entries(objectAt(place, 'properties')))
      if (!own?.members.has(name))
        found.set(name, { label: name, detail: kindsOf(schema, member), insert: JSON.stringify(name) });
  }
  return [...found.values()];
}

function values({ frames }: JsonCursor, schema: JsonObject, namesFor: NamesFor): Found[] {
  const found = new Map<string, Found>();
  const add = (value: Json, detail: string) => {
    const label = typeof value === 'string' ? value : JSON.stringify(value);
    found.set(label, { label, detail, insert: JSON.stringify(value) });
  };
  for (const place of placesAt(schema, frames)) {
    const { enum: options, const: only, type } = place;
    if (Array.isArray(options)) (options as readonly Json[]).forEach((option) => add(option, ''));
    if (only !== undefined) add(only, '');
    if (type === 'boolean') [true, false].forEach((option) => add(option, ''));
  }
  const setting = frames.findLast(({ name }) => name !== null)?.name ?? '';
  for (const name of namesFor(setting, frames)) add(name, setting);
  return [...found.values()];
}

/** The schemas that hold where the cursor is: at the innermost value, or for the names of the innermost object. */
function placesAt(schema: JsonObject, frames: readonly Frame[]): JsonObject[] {
  let places = variantsOf(schema, schema);
  for (const frame of frames) {
    places = places.filter((place) => fits(place, frame));
    if (frame.kind === 'list') {
      places = places.flatMap((place) => variantsOf(schema, place['items']));
    } else if (frame.name !== null) {
      const { name } = frame;
      places = places.flatMap((place) => {
        const properties = objectAt(place, 'properties');
        const member = Object.hasOwn(properties, name) ? properties[name] : place['additionalProperties'];
        return variantsOf(schema, member);
      });
    }
  }
  return places;
}

/** Whether an object with these members can be of the schema: a step of a type has the settings of that type. */
function fits(place: JsonObject, { kind, members }: Frame): boolean {
  if (kind === 'list') return place['type'] === 'array' || place['items'] !== undefined;
  const properties = objectAt(place, 'properties');
  return [...members].every(([name, value]) => {
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const only = isObject(member) ? member['const'] : undefined;
    return only === undefined || value === null || only === value;
  });
}

/** The schema and those that it may be instead, without references. */
function variantsOf(root: JsonObject, given: Json | undefined, deep = 0): JsonObject[] {
  if (!isObject(given) || deep > 8) return [];
  const { $ref: reference } = given;
  if (typeof reference === 'string') {
    const name = reference.replace('#/$defs/', '');
    return variantsOf(root, objectAt(root, '$defs')[name], deep + 1);
  }
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => {
    const list = given[word];
    return Array.isArray(list) ? (list as readonly Json[]) : [];
  });
  return choices.length > 0 ? choices.flatMap((choice) => variantsOf(root, choice, deep + 1)) : [given];
}

function kindsOf(root: JsonObject, member: Json | undefined): string {
  const kinds = variantsOf(root, member).map(({ type, enum: options, const: only }) =>
    only !== undefined || options !== undefined ? 'choice' : typeof type === 'string' ? type : '',
  );
  return [...new Set(kinds)].filter(Boolean).join(', ');
}

/** Where what is written ends: a word goes on behind the cursor, and a quote that closes it belongs to it. */
function endOf(text: string, offset: number, { from }: JsonCursor): { to: number; colon: boolean } {
  const quoted = text[from] === '"' && from < offset;
  const rest = /^[\w.-]*/.exec(text.slice(offset))?.[0].length ?? 0;
  const end = offset + rest;
  const to = quoted && text[end] === '"' ? end + 1 : end;
  return { to, colon: /^\s*:/.test(text.slice(to)) };
}

function objectAt(place: JsonObject, name: string): JsonObject {
  const value = place[name];
  return isObject(value) ? value : {};
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
