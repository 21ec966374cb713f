import type { Definition } from '@/lib/engine/definition/schema';
import { equalJson, type Json } from '@/lib/engine/json';

/** How two forms of one element differ. */
export type Change = {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly key: string;
  readonly name: string;
};

export type DraftChanges = {
  readonly steps: readonly Change[];
  readonly transitions: readonly Change[];
  /** Names of the definition's own settings that differ (`name`, `input`, …). */
  readonly settings: readonly string[];
};

/** What the draft changes of a published version. Positions on the canvas are none of it. */
export function changesOf(published: Definition, draft: Definition): DraftChanges {
  const names = Object.keys({ ...published, ...draft }) as (keyof Definition)[];
  return {
    steps: changes(published.steps, draft.steps),
    transitions: changes(published.transitions, draft.transitions),
    settings: names.filter(
      (name) => name !== 'steps' && name !== 'transitions' && !equal(published[name], draft[name]),
    ),
  };
}

type Element = { readonly key: string; readonly name?: string | undefined };

function changes(before: readonly Element[], after: readonly Element[]): Change[] {
  const old = new Map(before.map((element) => [element.key, element]));
  const current = new Set(after.map(({ key }) => key));
  const found = (kind: Change['kind'], { key, name }: Element): Change => ({ kind, key, name: name ?? key });
  return [
    ...after.flatMap((element) => {
      const previous = old.get(element.key);
      if (!previous) return [found('added', element)];
      return equal(previous, element) ? [] : [found('changed', element)];
    }),
    ...before.filter(({ key }) => !current.has(key)).map((element) => found('removed', element)),
  ];
}

function equal(left: unknown, right: unknown): boolean {
  return equalJson(left as Json | undefined, right as Json | undefined);
}
