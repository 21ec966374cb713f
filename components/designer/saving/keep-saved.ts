import type { DesignDocument } from '@/components/designer/document/document';
import { act, type DesignerStore } from '@/components/designer/store';
import { equalJson, type Json } from '@/lib/engine/json';
import type { CheckShape } from './check-shape';
import { type CopyStore, dropCopy, keepCopy } from './local-copy';
import type { ReadDraft, SendDraft, Sent, Theirs } from './send-draft';

/** Milliseconds without a change before it is saved. */
const quiet = 700;
/** Milliseconds before a failed save is tried again: the first time, and at most. */
const firstRetry = 1_500;
const lastRetry = 15_000;

export type Keeper = {
  /** Saves at once what has changed; resolves when nothing is under way any more. */
  readonly flush: () => Promise<void>;
  /** Answers a conflict: saves over what somebody else saved. */
  readonly keepMine: () => void;
  /** Answers a conflict: goes on with what somebody else saved; undo brings back one's own. */
  readonly takeTheirs: () => void;
  /** What somebody else saved, while that is a conflict. */
  readonly theirs: () => DesignDocument | null;
  /** Tries a failed save now. */
  readonly tryNow: () => void;
  /** The server has this revision: a later one than ours is somebody else's, and is said before anything is changed here. */
  readonly heard: (revision: number) => void;
  readonly stop: () => void;
};

/**
 * Saves the document whenever it changes: one save at a time, over the revision that it was made from. What has not
 * arrived stays in the browser's storage, and is tried again until it has. Somebody else's save stops it.
 */
export function keepSaved(
  store: DesignerStore,
  {
    check,
    send,
    read,
    storage,
    name,
  }: { check: CheckShape; send: SendDraft; read: ReadDraft; storage: CopyStore | null; name: string },
): Keeper {
  let saved: DesignDocument | null =
    store.getState().save.kind === 'saved' ? store.getState().history.present : null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  /** Sent without hearing what came of it: the server may have it all the same. */
  let unanswered: DesignDocument | null = null;
  let theirs: Theirs | null = null;
  let failures = 0;
  let stopped = false;

  const revision = () => store.getState().save.revision;
  const present = () => store.getState().history.present;
  const clean = () => present() === saved && store.getState().code === null;

  function keep(): void {
    if (clean()) dropCopy(storage, name);
    else keepCopy(storage, name, { revision: revision(), document: present(), code: store.getState().code });
  }

  function later(delay: number): void {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void run(), delay);
  }

  function changed(): void {
    keep();
    const { save } = store.getState();
    if (save.kind === 'conflict') return;
    if (present() === saved) {
      clearTimeout(timer);
      if (save.kind !== 'saving') store.setState({ save: { kind: 'saved', revision: save.revision } });
      return;
    }
    // A failure stays said until a save has arrived.
    if (save.kind !== 'failed' && save.kind !== 'saving')
      store.setState({ save: { kind: 'pending', revision: save.revision } });
    if (save.kind !== 'failed') later(quiet);
  }

  function run(): Promise<void> {
    running ??= attempt().finally(() => {
      running = null;
      const { kind } = store.getState().save;
      if (kind === 'failed') later(Math.min(lastRetry, firstRetry * 2 ** (failures - 1)));
      else if (kind === 'pending') later(quiet);
    });
    return running;
  }

  async function attempt(): Promise<void> {
    clearTimeout(timer);
    const document = present();
    if (stopped || document === saved || store.getState().save.kind === 'conflict') return;
    const wrong = await check(document.definition);
    const [first] = wrong ?? [];
    if (first)
      return store.setState({
        save: { kind: 'refused', revision: revision(), problems: wrong!.length, detail: first.message },
      });
    if (store.getState().save.kind !== 'failed')
      store.setState({ save: { kind: 'saving', revision: revision() } });
    const sent: Sent =
      wrong === null ? { kind: 'failed', reason: 'unreachable' } : await send(document, revision());
    if (stopped) return;
    failures = sent.kind === 'failed' ? failures + 1 : 0;
    switch (sent.kind) {
      case 'saved':
        saved = document;
        store.setState({
          save: { kind: present() === document ? 'saved' : 'pending', revision: sent.revision },
        });
        return keep();
      case 'stale':
        return conflict();
      case 'refused':
        return store.setState({
          save: {
            kind: present() === document ? 'refused' : 'pending',
            revision: revision(),
            problems: sent.findings.length,
            detail: sent.detail,
          } as const,
        });
      case 'failed':
        unanswered = document;
        return store.setState({
          save: {
            kind: 'failed',
            revision: revision(),
            reason: sent.reason,
            ...(sent.detail && { detail: sent.detail }),
          },
        });
    }
  }

  /** Somebody else saved. Or nobody: an earlier save of ours had arrived and only its answer was lost. */
  async function conflict(): Promise<void> {
    const found = await read();
    if (stopped) return;
    if (!found) {
      // What was heard of stays a conflict, with what is known of it.
      if (store.getState().save.kind === 'conflict') return;
      failures += 1;
      return store.setState({ save: { kind: 'failed', revision: revision(), reason: 'unreachable' } });
    }
    const ours = [unanswered, present()].find((one) => one !== null && same(found.document, one));
    if (ours) {
      saved = ours;
      const arrived = present() === saved;
      store.setState({ save: { kind: arrived ? 'saved' : 'pending', revision: found.revision } });
      return keep();
    }
    theirs = found;
    const { revision: number, by, at } = found;
    store.setState({ save: { kind: 'conflict', revision: revision(), theirs: number, by, at } });
  }

  const unsubscribe = store.subscribe((state, before) => {
    if (state.history.present !== before.history.present || state.code !== before.code) changed();
  });
  if (saved === null) later(0);

  return {
    flush: async () => {
      if (present() !== saved) await run();
    },
    keepMine: () => {
      const { save } = store.getState();
      if (save.kind !== 'conflict') return;
      store.setState({ save: { kind: 'pending', revision: save.theirs } });
      keep();
      later(0);
    },
    takeTheirs: () => {
      if (!theirs) return;
      const { document, revision: number } = theirs;
      saved = document;
      store.setState({ save: { kind: 'saved', revision: number }, code: null });
      act(store, () => document);
      keep();
    },
    theirs: () => (store.getState().save.kind === 'conflict' ? (theirs?.document ?? null) : null),
    tryNow: () => later(0),
    heard: (number) => {
      const { save } = store.getState();
      const known = save.kind === 'conflict' ? save.theirs : save.kind === 'saved' ? save.revision : number;
      if (number > known && !running) void conflict();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

function same(left: DesignDocument, right: DesignDocument): boolean {
  return equalJson(left as unknown as Json, right as unknown as Json);
}
