/**
 * Does some work again and again, with a pause after each time: however long it takes, it never overlaps with itself, so
 * work that becomes slow on a busy database does not pile up on it.
 * @param pause in milliseconds
 * @param work must not reject
 * @returns `stop`, which waits for the work under way
 */
export function repeatedly(pause: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let stopped = false;
  let wake = () => {};
  const done = (async () => {
    while (!stopped) {
      // A plain timer: every attempt of an activity has one of these for its lease, and a sleep that a signal ends costs twenty times as much.
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (!stopped) await work();
    }
  })();
  return {
    stop: () => {
      stopped = true;
      wake();
      return done;
    },
  };
}
