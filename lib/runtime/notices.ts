/**
 * An instance that has moved; `jobs` when the move left work in the outbox, `timers` when it set a timer, `room` when it asked for
 * a place at a resource or gave one back. Or, by the id of its definition, a draft that somebody opened, saved or left.
 */
export type Notice = {
  readonly tenantId: string;
  readonly instanceId: string;
  readonly jobs: boolean;
  readonly timers: boolean;
  readonly room?: boolean;
};

type Listener = (notices: readonly Notice[]) => void;

const listeners = new Set<Listener>();
let gathered = new Map<string, Notice>();
let timer: NodeJS.Timeout | null = null;
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
  timer ??= setTimeout(flush, Math.max(0, toldAt + pause - performance.now())).unref();
}

/** Calls the listener with what `announce` gathered. @returns a function that ends it */
export function onNotices(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function flush(): void {
  const notices = [...gathered.values()];
  gathered = new Map();
  timer = null;
  toldAt = performance.now();
  for (const listener of listeners) listener(notices);
}
