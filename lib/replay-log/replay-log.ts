import { basename } from 'node:path';
import { Api } from './api';
import { definitionFromLog } from './definition-from-log';
import { play, type PlayOptions } from './play';
import { describeProblem, ProblemFound } from './problem';
import { report, succeeded } from './report';
import { slug } from './unique-keys';
import { readXes } from './xes';

/** Where to play: a running product, or one that is started only when the log has been read. */
export type Host = () => Promise<{ readonly url: string; readonly key: string }>;

export type Replay = {
  /** Whether every case went as its trace says, some did not, or there was nothing to play. */
  readonly outcome: 'as_traced' | 'otherwise' | 'unreadable';
  readonly text: string;
};

/**
 * Reads the log, plays it on the product, and says how it went. Throws when the product cannot be reached or
 * refuses the definition.
 */
export async function replayLog(file: string, host: Host, options: PlayOptions): Promise<Replay> {
  const reading = await readXes(file);
  if (!reading.ok) return { outcome: 'unreadable', text: describeProblem(file, reading.problem) };
  const { log } = reading;
  const name = basename(file).replace(/\.xes(\.gz)?$/i, '');
  let process;
  try {
    process = definitionFromLog(log, `log_${slug(name).slice(0, 40)}`);
  } catch (error) {
    if (error instanceof ProblemFound)
      return { outcome: 'unreadable', text: describeProblem(file, error.problem) };
    throw error;
  }
  const { url, key } = await host();
  const api = new Api(url, key, options.concurrency);
  try {
    const result = await play(log, process, api, options);
    return {
      outcome: succeeded(result) ? 'as_traced' : 'otherwise',
      text: report(basename(file), log, result),
    };
  } finally {
    await api.close();
  }
}
