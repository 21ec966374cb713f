import type { Command, DesignDocument } from './document';

/** A document with what was before it and what was undone. */
export type History = {
  readonly past: readonly DesignDocument[];
  readonly present: DesignDocument;
  readonly future: readonly DesignDocument[];
  /** What is being typed at: the next command of the same burst joins its entry. */
  readonly burst: string | null;
};

/** The history of a document in which nothing has been done. */
export function begin(document: DesignDocument): History {
  return { past: [], present: document, future: [], burst: null };
}

/**
 * Does a command. One that changes nothing leaves no entry.
 * @param burst commands of one burst of typing make one entry; null: an entry of its own
 */
export function perform(history: History, command: Command, burst: string | null = null): History {
  const next = command(history.present);
  if (next === history.present) return history;
  const joins = burst !== null && burst === history.burst && history.past.length > 0;
  return {
    past: joins ? history.past : [...history.past, history.present],
    present: next,
    future: [],
    burst,
  };
}

/** Ends the burst: what is typed next is an entry of its own. */
export function pause(history: History): History {
  return history.burst === null ? history : { ...history, burst: null };
}

/** The document as it was before the last entry; the same history when there is none. */
export function undo({ past, present, future, ...rest }: History): History {
  const before = past.at(-1);
  if (!before) return { past, present, future, ...rest };
  return { past: past.slice(0, -1), present: before, future: [present, ...future], burst: null };
}

/** What was undone last, done again. */
export function redo({ past, present, future, ...rest }: History): History {
  const [after, ...others] = future;
  if (!after) return { past, present, future, ...rest };
  return { past: [...past, present], present: after, future: others, burst: null };
}
