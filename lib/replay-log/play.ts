import { randomUUID } from 'node:crypto';
import { draftSchema, publishedSchema } from './answers';
import { describe, ApiFailure, type Api } from './api';
import { checkCase } from './check-case';
import { participantRole, type LogProcess } from './definition-from-log';
import type { EventLog } from './event-log';
import { inParallel } from './in-parallel';
import { playCase, type Played, type Script } from './play-case';
import { slug, uniqueKeys } from './unique-keys';

/** Name of the person who stands for all that the log does not name. */
export const unrecorded = 'unrecorded';

export type CaseResult = {
  readonly id: string;
  readonly moves: number;
  readonly refused: boolean;
  readonly equal: boolean;
  readonly verified: boolean;
  readonly troubles: readonly string[];
};

export type Result = {
  readonly definition: string;
  readonly version: number;
  readonly people: number;
  readonly cases: readonly CaseResult[];
  /** From the first start to the last decision, the refused moves and the reads around them included. */
  readonly playSeconds: number;
  /** Reading and verifying the histories afterwards. */
  readonly checkSeconds: number;
};

export type PlayOptions = {
  /** Cases played at once. */
  readonly concurrency: number;
  readonly onProgress?: (what: 'playing' | 'checking', done: number, of: number) => void;
};

/**
 * Plays a log on a running product through its HTTP API: creates the log's people and their role, publishes the
 * log's definition, plays every case, and checks each history against its trace. Throws `ApiFailure` when people
 * or definition cannot be made; what goes wrong in a case is part of its result.
 */
export async function play(
  log: EventLog,
  process: LogProcess,
  api: Api,
  options: PlayOptions,
): Promise<Result> {
  const definition = process.definition.key;
  const emails = await createPeople(log, definition, api, options.concurrency);
  const version = await publish(process, api);
  const scripts = log.cases.map(({ id, events }): Script => ({
    id,
    moves: events.map(({ activity, resource }) => {
      const name = resource ?? unrecorded;
      return { step: process.steps.get(activity) ?? '', email: emails.get(name) ?? '', name };
    }),
  }));
  const stage = { api, definition, outcomes: process.outcomes, run: randomUUID() };
  const progress = counter(options, scripts.length);

  const begin = performance.now();
  const played = await inParallel(scripts, options.concurrency, async (script, index) => {
    const result = await playCase(stage, script, index);
    progress('playing');
    return result;
  });
  const end = performance.now();
  const cases = await inParallel(scripts, options.concurrency, async (script, index) => {
    const result = await check(api, script, played[index] as Played);
    progress('checking');
    return result;
  });
  return {
    definition,
    version,
    people: emails.size,
    cases,
    playSeconds: (end - begin) / 1000,
    checkSeconds: (performance.now() - end) / 1000,
  };
}

async function createPeople(
  log: EventLog,
  definition: string,
  api: Api,
  concurrency: number,
): Promise<ReadonlyMap<string, string>> {
  await api.must({
    method: 'PUT',
    path: `/roles/${participantRole}`,
    repeatable: true,
    body: { name: 'Participant of an event log', permissions: ['instances.start'] },
  });
  const names = log.cases.flatMap(({ events }) => events.map((event) => event.resource ?? unrecorded));
  const domain = `${slug(definition, '-').slice(0, 50).replace(/-$/, '')}.example`;
  const emails = new Map(
    [...uniqueKeys(names, [], '-')].map(([name, local]) => [name, `${local}@${domain}`]),
  );
  await inParallel([...emails], concurrency, ([name, email]) =>
    api.must({
      method: 'PUT',
      path: `/people/${encodeURIComponent(email)}`,
      repeatable: true,
      body: { name, roles: [participantRole] },
    }),
  );
  return emails;
}

async function publish(process: LogProcess, api: Api): Promise<number> {
  const { definition } = process;
  const path = `/definitions/${definition.key}`;
  const known = await api.call({ method: 'GET', path });
  const headers: Record<string, string> =
    known.status === 200 ? { 'if-match': `"${draftSchema.parse(known.body).revision}"` } : {};
  const saved = await api.call({ method: 'PUT', path, headers, body: { definition } });
  if (saved.status >= 300) throw new ApiFailure(`The definition was not accepted: ${describe(saved)}`);
  const published = await api.call({ method: 'POST', path: `${path}/publish` });
  if (published.status >= 300)
    throw new ApiFailure(`The definition was not published: ${describe(published)}`);
  return publishedSchema.parse(published.body).version;
}

async function check(api: Api, script: Script, played: Played): Promise<CaseResult> {
  const troubles = played.trouble === null ? [] : [played.trouble];
  const { moves, refused } = played;
  const unchecked = { id: script.id, moves, refused, equal: false, verified: false };
  if (played.instance === null) return { ...unchecked, troubles };
  try {
    const checked = await checkCase(api, played.instance, script);
    return { ...unchecked, ...checked, troubles: [...troubles, ...checked.troubles] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...unchecked, troubles: [...troubles, `its history was not read: ${message}`] };
  }
}

function counter(options: PlayOptions, of: number): (what: 'playing' | 'checking') => void {
  const done = { playing: 0, checking: 0 };
  return (what) => options.onProgress?.(what, ++done[what], of);
}
