'use client';

import { useState } from 'react';

export type Selection = {
  readonly chosen: ReadonlySet<string>;
  /** Chooses one or gives it up; with `range`, all from the last one to this one. */
  readonly toggle: (id: string, range: boolean) => void;
  readonly choose: (ids: readonly string[]) => void;
  readonly clear: () => void;
};

/** Which rows of a list are chosen. Rows that have left the list are chosen no longer. */
export function useSelection(shown: readonly string[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const present = new Set(shown);
  const chosen = new Set([...ids].filter((id) => present.has(id)));

  function toggle(id: string, range: boolean) {
    const from = last === null ? -1 : shown.indexOf(last);
    const to = shown.indexOf(id);
    const next = new Set(chosen);
    if (range && from >= 0) {
      for (const one of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one);
    } else if (!next.delete(id)) {
      next.add(id);
    }
    setIds(next);
    setLast(id);
  }

  return {
    chosen,
    toggle,
    choose: (all) => setIds(new Set(all)),
    clear: () => setIds(new Set()),
  };
}
