import type { JsonObject } from '@/lib/engine/json';

/** What somebody has typed and not sent yet. */
export type Draft = {
  readonly form: JsonObject;
  /** What stands in the field beside the form: a reason, a subject. */
  readonly text: string;
};

const prefix = 'interlock-draft:';

function storage(): Storage | null {
  try {
    return typeof window === 'undefined' ? null : window.sessionStorage;
  } catch {
    // Switched off in this browser: then nothing outlives the page.
    return null;
  }
}

function keyOf(personId: string, subject: string): string {
  return `${prefix}${personId}:${subject}`;
}

/**
 * What the person has typed about a subject in this tab: it outlives moving to another task, an expired session and a
 * reload, and ends with the tab. What another person typed in this tab before is thrown away.
 */
export function readDraft(personId: string, subject: string): Draft | null {
  const store = storage();
  if (!store) return null;
  for (const key of Object.keys(store)) {
    if (key.startsWith(prefix) && !key.startsWith(keyOf(personId, ''))) store.removeItem(key);
  }
  try {
    const text = store.getItem(keyOf(personId, subject));
    return text === null ? null : (JSON.parse(text) as Draft);
  } catch {
    return null;
  }
}

/** Keeps a draft; an empty one is dropped. */
export function keepDraft(personId: string, subject: string, draft: Draft): void {
  const empty = draft.text.trim() === '' && Object.keys(draft.form).length === 0;
  try {
    if (empty) storage()?.removeItem(keyOf(personId, subject));
    else storage()?.setItem(keyOf(personId, subject), JSON.stringify(draft));
  } catch {
    // The tab's storage is full: the draft lives as long as the page does.
  }
}

/** Forgets a draft once it has been sent. */
export function dropDraft(personId: string, subject: string): void {
  storage()?.removeItem(keyOf(personId, subject));
}
