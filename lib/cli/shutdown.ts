import { once } from 'node:events';
import { describe } from '@/lib/cli/refusal';

interface Part {
  name: string;
  stop: () => void | Promise<void>;
  force: (() => void) | undefined;
}

/** What a running command is told about stopping. */
export interface Lifetime {
  /**
   * Registers how to stop a part that has been started.
   * @param force ends it at once, for the second Ctrl-C
   */
  onStop(name: string, stop: () => void | Promise<void>, force?: () => void): void;
  /** Aborted as soon as stopping begins. */
  stopping: AbortSignal;
}

/** npm passes a Ctrl-C on that the terminal has sent us already; within this time, in milliseconds, they are one. */
const oneKeystroke = 1_000;

/**
 * Starts something that runs until SIGINT or SIGTERM, then stops its parts in the reverse order of their start and
 * ends the process. A second signal forces: parts that can be ended at once are, the rest (the database) still end
 * in order. A failing start stops what it had started and ends the process with exit code 1.
 * @param start returns when everything runs; once `stopping` is aborted it should return or throw soon
 */
export async function untilStopped(
  onEvent: (message: string) => void,
  start: (lifetime: Lifetime) => Promise<void>,
): Promise<void> {
  const parts: Part[] = [];
  const stopping = new AbortController();
  let current: Part | undefined;
  let signalledAt = 0;

  const onSignal = () => {
    const now = Date.now();
    if (!stopping.signal.aborted) {
      signalledAt = now;
      onEvent('Stopping: running work ends first (once more to force)');
      stopping.abort();
    } else if (now - signalledAt > oneKeystroke) {
      onEvent('Forced to stop');
      for (const part of [current, ...parts]) part?.force?.();
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // The terminal was closed. Under nohup the output is no terminal, and the product is meant to stay.
  process.on('SIGHUP', () => process.stdout.isTTY && onSignal());

  let failed = false;
  try {
    await start({
      stopping: stopping.signal,
      onStop: (name, stop, force) => parts.push({ name, stop, force }),
    });
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  } catch (error) {
    // What fails because the product is being stopped is no news.
    if (!stopping.signal.aborted) {
      failed = true;
      console.error(`\n${describe(error)}`);
      stopping.abort();
    }
  }
  while (parts.length > 0) {
    current = parts.pop();
    try {
      await current?.stop();
    } catch (error) {
      failed = true;
      onEvent(`The ${current?.name} did not stop cleanly: ${describe(error)}`);
    }
  }
  process.exit(failed ? 1 : 0);
}
