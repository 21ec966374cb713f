import type { DesignDocument } from '@/components/designer/document/document';

/** What has not reached the server, kept in this browser. */
export type LocalCopy = {
  /** The revision that it was made from. */
  readonly revision: number;
  readonly document: DesignDocument;
  /** Text of the code view that is no definition yet. */
  readonly code: string | null;
};

/** Where copies are kept: the browser's storage, or a stand-in. */
export type CopyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's lasting storage; null where it is switched off. */
export function browserStorage(): CopyStore | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** The name under which a person's copy of a definition is kept. */
export function copyName(personId: string, key: string): string {
  return `interlock-designer:${personId}:${key}`;
}

/** The copy that is kept under the name, or null. */
export function readCopy(storage: CopyStore | null, name: string): LocalCopy | null {
  try {
    const text = storage?.getItem(name);
    return text ? (JSON.parse(text) as LocalCopy) : null;
  } catch {
    return null;
  }
}

/** Keeps a copy. @returns false where the browser has no room for it */
export function keepCopy(storage: CopyStore | null, name: string, copy: LocalCopy): boolean {
  try {
    storage?.setItem(name, JSON.stringify(copy));
    return storage !== null;
  } catch {
    return false;
  }
}

/** Forgets the copy, once the server has it. */
export function dropCopy(storage: CopyStore | null, name: string): void {
  try {
    storage?.removeItem(name);
  } catch {
    // Without a storage there is no copy either.
  }
}
