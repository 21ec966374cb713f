/**
 * An instance that has moved; `jobs` when the move left work in the outbox, `timers` when it set a timer, `room` when it asked for
 * a place at a resource or gave one back.
 */
export type Notice = {
  readonly tenantId: string;
  readonly instanceId: string;
  readonly jobs: boolean;
  readonly timers: boolean;
  readonly room?: boolean;
};

/** A draft that somebody opened, saved or left: a matter of those who have it open, and of nobody else. */
export type DraftNotice = { readonly tenantId: string; readonly definitionId: string };

type Listener = (notices: readonly Notice[]) => void;
type DraftListener = (notice: DraftNotice) => void;

const listeners = new Set<Listener>();
const draftListeners = new Set<DraftListener>();
let gathered = new Map<string, Notice>();
let waiting = false;
let toldAt = -Infinity;

/** Least time between two tellings, in milliseconds: what moves meanwhile is gathered. */
const pause = 20;

/**
 * Tells this process's listeners that an instance has moved, after its commit: at once where nothing was told in the last
 * moments, so that an idle worker has its job soon, and else together with the others. No NOTIFY stands in the transaction of a move (DESIGN 18); `change-feed.ts` passes these on to other processes.
 * A notice may get lost: whoever relies on it also looks by themselves from time to time.
 */
export function announce(notice: Notice): void {
  const earlier = gathered.get(notice.instanceId);
  gathered.set(notice.instanceId, {
    ...notice,
    jobs: notice.jobs || earlier?.jobs === true,
    timers: notice.timers || earlier?.timers === true,
    room: notice.room === true || earlier?.room === true,
  });
  if (waiting) return;
  waiting = true;
  const rest = toldAt + pause - performance.now();
  // (A timer of no time at all would wait for a millisecond.)
  if (rest > 0) setTimeout(flush, rest).unref();
  else queueMicrotask(flush);
}

/** Calls the listener with what `announce` gathered. @returns a function that ends it */
export function onNotices(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells this process's listeners at once that something has happened with a draft; `change-feed.ts` passes it on. It may get lost. */
export function announceDraft(notice: DraftNotice): void {
  for (const listener of draftListeners) listener(notice);
}

/** Calls the listener with what `announceDraft` tells. @returns a function that ends it */
export function onDraftNotices(listener: DraftListener): () => void {
  draftListeners.add(listener);
  return () => draftListeners.delete(listener);
}

function flush(): void {
  const notices = [...gathered.values()];
  gathered = new Map();
  waiting = false;
  toldAt = performance.now();
  for (const listener of listeners) listener(notices);
}
