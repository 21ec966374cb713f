import { allActivities, type DeclaredFields } from '@/lib/engine/conditions/declared';
import { pathOf } from '@/lib/engine/conditions/field-access';
import type { FieldType } from '@/lib/engine/conditions/field-type';
import { DeclaredHere } from '@/lib/engine/definition/lint/declared-here';
import { places } from '@/lib/engine/definition/lint/places';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import type { Json } from '@/lib/engine/json';
import type { DesignWorld } from '@/lib/definitions/schema';
import { replacedAt, segmentsOf } from '@/components/designer/document/settings';
import { wordsOfKey } from '@/components/instances/words';
import type { Literal } from './condition';
import { type Notes, notesOf } from './schema-notes';

/** What a field holds, as far as choosing an operator and entering a value needs to know. */
export type FieldHolds =
  'number' | 'text' | 'bool' | 'date' | 'datetime' | 'choice' | 'list' | 'object' | 'any';

/** Where a field comes from; `name` is the step or activity that leaves it. */
export type FieldOrigin = {
  readonly kind:
    | 'data'
    | 'start'
    | 'task'
    | 'wait'
    | 'file'
    | 'activity'
    | 'decision'
    | 'signal'
    | 'rules'
    | 'instance'
    | 'other';
  readonly name?: string;
};

export type Field = {
  /** As an expression writes it. */
  readonly path: string;
  /** In words, without where it comes from. */
  readonly label: string;
  readonly origin: FieldOrigin;
  readonly holds: FieldHolds;
  readonly choices?: readonly { readonly value: Literal; readonly label: string }[];
};

export type FieldsHere = { readonly declared: DeclaredFields; readonly fields: readonly Field[] };

/** More than a person reads in a list; a definition that declares more is written as text. */
const most = 500;
const deepest = 6;

/** What can be named by an expression at a place (a JSON pointer) of the definition: the same that lint lets through there. */
export function fieldsAt(
  definition: Definition,
  known: Pick<DesignWorld, 'rules' | 'secrets' | 'ruleValues'>,
  at: string,
): FieldsHere {
  const probed = replacedAt(definition, segmentsOf(at), 'true') as Definition;
  const sees = places(probed).find((place) => place.path === at)?.sees ?? {};
  const declared = new DeclaredHere(definition, known).at(sees);
  const lister = new Lister(definition, known, sees.after);
  for (const [name, type] of declared) if (name !== 'secrets') lister.list(type, [name]);
  return { declared, fields: lister.fields };
}

class Lister {
  readonly fields: Field[] = [];
  readonly #notes: Notes;
  readonly #names: ReadonlyMap<string, string>;

  constructor(
    definition: Definition,
    private readonly known: Pick<DesignWorld, 'ruleValues'>,
    after: Step | undefined,
  ) {
    this.#notes = notesOf(definition, after);
    this.#names = new Map(
      [...definition.steps, ...allActivities(definition)].map(({ key, name }) => [
        key,
        name ?? wordsOfKey(key),
      ]),
    );
  }

  list(type: FieldType, path: readonly string[]): void {
    if (this.fields.length >= most) return;
    if (type.kind === 'object' && type.fields.size > 0 && path.length < deepest) {
      for (const [name, inner] of type.fields) this.list(inner, [...path, name]);
      return;
    }
    if (path.length === 1 && type.kind === 'object') return;
    const [root = ''] = path;
    const written = path.slice(1).reduce((parent, name) => pathOf(parent, name), root);
    const { title, choices, format } = this.#notes.get(written) ?? {};
    const { origin, below } = this.#originOf(path);
    const holds = this.#holds(type, path, choices !== undefined, format);
    this.fields.push({
      path: written,
      label: title ?? (below.map(wordsOfName).join(' › ') || wordsOfName(root)),
      origin,
      holds,
      ...(choices && { choices }),
    });
  }

  #holds(type: FieldType, [root, name]: readonly string[], chosen: boolean, format?: string): FieldHolds {
    if (root === 'rules' && name !== undefined) return holdsOf(this.known.ruleValues[name]);
    if (root === 'instance' && name === 'startedAt') return 'datetime';
    if (chosen && (type.kind === 'text' || type.kind === 'number')) return 'choice';
    if (type.kind === 'text')
      return format === 'date' ? 'date' : format === 'date-time' ? 'datetime' : 'text';
    switch (type.kind) {
      case 'number':
      case 'bool':
      case 'list':
      case 'object':
      case 'any':
        return type.kind;
      default:
        return 'any';
    }
  }

  #originOf([root, group, key, ...rest]: readonly string[]): {
    origin: FieldOrigin;
    below: readonly string[];
  } {
    const all = [group, key, ...rest].filter((name) => name !== undefined);
    const left = { tasks: 'task', signals: 'wait', files: 'file', activities: 'activity' } as const;
    if (root === 'context') {
      const kind = left[group as keyof typeof left];
      if (!Object.hasOwn(left, group ?? '') || key === undefined)
        return { origin: { kind: 'data' }, below: all };
      const below = kind === 'activity' && rest[0] === 'output' ? rest.slice(1) : rest;
      return { origin: { kind, name: this.#names.get(key) ?? wordsOfKey(key) }, below };
    }
    if (root === 'task')
      return { origin: { kind: 'decision' }, below: group === 'form' ? all.slice(1) : all };
    const roots: Readonly<Record<string, FieldOrigin['kind']>> = {
      input: 'start',
      signal: 'signal',
      rules: 'rules',
      instance: 'instance',
    };
    return { origin: { kind: roots[root ?? ''] ?? 'other' }, below: all };
  }
}

/** `firstName` → "First name". */
function wordsOfName(name: string): string {
  return wordsOfKey(name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());
}

function holdsOf(value: Json | undefined): FieldHolds {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'text';
  return Array.isArray(value) ? 'list' : 'any';
}
