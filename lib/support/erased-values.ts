import { createHash } from 'node:crypto';
import { valueAt } from '@/lib/engine/context-path';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Json, JsonObject } from '@/lib/engine/json';
import {
  activityMoves,
  actorTypes,
  branchMoves,
  childMoves,
  eventTypes,
  instanceMoves,
  taskMoves,
  waitReasons,
} from '@/lib/engine/lifecycle';

/** A text of fewer characters is everywhere: it goes only where it stands under its name. */
const shortest = 3;

/** A number of so many digits (of a telephone, of a person) is looked for in texts too. */
const longNumber = 1_000_000;

/** Words that rows are made of, whatever is in them: kinds of timers, of messages, of mails, ways to end, modes, and the like. */
const wordsOfRows =
  `main wait rung due max_age fired dropped open closed user comment sent failed queued none outdated signal
  kept_signal start accepted ignored refused immediate graceful compensated grace compensation skipped retried completion outcome error
  deadline default text money number date datetime positive negative neutral object array string integer boolean task_waits
  task_reminder task_overdue task_decided request_ended pending running started done cancelled erased true false null`.split(
    /\s+/u,
  );

/** What one field has held, now and before. */
export type ErasedField = {
  readonly path: string;
  readonly everywhere: readonly string[];
  readonly byName: readonly Leaf[];
};

/** What the database function takes: see prisma/functions/erase_data.sql. */
export type WhatToErase = {
  readonly terms: readonly string[];
  readonly named: Readonly<Record<string, readonly Json[]>>;
  readonly files: readonly string[];
  readonly fields: readonly { readonly path: string; readonly sha256: readonly string[] }[];
};

/** What stood under one path, now and before. */
export type Held = { readonly path: string; readonly leaves: readonly Leaf[] };

/**
 * The values that fields have held.
 * @param contexts the data as they were after each change, the input among them
 */
export function heldBy(contexts: readonly JsonObject[], paths: readonly string[]): Held[] {
  return paths.map((path) => {
    const held = contexts.flatMap((context) => leaves(valueAt(context, path) ?? null, lastOf(path)));
    return { path, leaves: different(held) };
  });
}

/**
 * The values by where they go: a text goes wherever it stands as a word of its own; a short one, one that the process itself uses (a
 * step, an outcome), a number or a yes goes only where it stands under its name.
 */
export function sortValues(definition: Definition, held: readonly Held[]): ErasedField[] {
  const own = new OwnWords(definition);
  const isText = ({ value }: Leaf) => typeof value === 'string' && !own.has(value);
  const isTerm = (leaf: Leaf) => isText(leaf) || (typeof leaf.value === 'number' && leaf.value >= longNumber);
  return held.map(({ path, leaves: found }) => ({
    path,
    everywhere: [...new Set(found.filter(isTerm).map(({ value }) => String(value).trim()))],
    byName: found.filter((leaf) => !isText(leaf)),
  }));
}

function different(found: readonly Leaf[]): Leaf[] {
  return [...new Map(found.map((leaf) => [JSON.stringify(leaf), leaf])).values()];
}

/** Texts among these that the process itself uses, so that erasing them everywhere would break it. */
export function ownTexts(definition: Definition, texts: readonly string[]): string[] {
  const own = new OwnWords(definition);
  return texts.filter((text) => own.has(text));
}

/** What the database is told to erase. */
export function whatToErase(
  fields: readonly ErasedField[],
  texts: readonly string[],
  files: readonly string[],
): WhatToErase {
  const named: Record<string, Json[]> = {};
  for (const { name, value } of fields.flatMap(({ byName }) => byName)) (named[name] ??= []).push(value);
  return {
    terms: [...new Set([...fields.flatMap(({ everywhere }) => everywhere), ...texts])],
    named,
    files,
    fields: [
      ...fields.map(({ path, everywhere, byName }) => ({
        path,
        sha256: [...everywhere, ...byName.map(({ value }) => value)].map(hashOf),
      })),
      ...(texts.length > 0 ? [{ path: '*', sha256: texts.map(hashOf) }] : []),
    ],
  };
}

type Leaf = { readonly name: string; readonly value: Json };

/** The values below one, each with the name under which it stands; null and nothing are none. */
function leaves(value: Json, name: string): Leaf[] {
  if (value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((one: Json) => leaves(one, name));
  if (typeof value === 'object') return Object.entries(value).flatMap(([inner, one]) => leaves(one, inner));
  return [{ name: lastOf(name), value }];
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function hashOf(value: Json): string {
  return createHash('sha256').update(JSON.stringify(value), 'utf8').digest('hex');
}

/** The words of the process and of the product. */
class OwnWords {
  readonly #text: string;

  constructor(definition: Definition) {
    const lists = [instanceMoves, activityMoves, taskMoves, branchMoves, childMoves].flatMap(Object.keys);
    const words = [...lists, ...waitReasons, ...actorTypes, ...eventTypes, ...wordsOfRows];
    this.#text = `${JSON.stringify(definition)} ${words.join(' ')}`.toLowerCase();
  }

  /** Whether the text stands among them as a word, or is too short to tell. */
  has(text: string): boolean {
    const word = text.trim().toLowerCase();
    if (word.length < shortest) return true;
    const escaped = JSON.stringify(word)
      .slice(1, -1)
      .replace(/[$()*+.?[\\\]^{|}]/gu, '\\$&');
    return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'u').test(this.#text);
  }
}
