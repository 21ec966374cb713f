import type { Pool } from 'pg';
import { plusSeconds } from '@/lib/engine/deadlines/instant';
import type { Environment } from '@/lib/engine/decide/contract';
import type { Definition } from '@/lib/engine/definition/schema';
import { withoutClosed } from '@/lib/engine/replay';
import type { Snapshot } from '@/lib/engine/snapshot';
import { circumstancesOf } from './circumstances';

/** An instance with all that `decide` needs to look at it. */
export type Loaded = {
  readonly snapshot: Snapshot;
  readonly definition: Definition;
  readonly definitionVersionId: string;
  readonly environment: Environment;
  /** The database's instant when the environment was read, and what this process's steady clock said then. */
  readonly read: { readonly now: string; readonly at: number };
};

/** A published version. */
export type PublishedDefinition = {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly content: Definition;
};

type EnvironmentRow = Pick<Environment, 'now' | 'rules'> & {
  readonly timeZone: string;
  readonly definitionVersionId: string;
};

/**
 * The instance as it is now, with its definition, the rules in force and the database's clock.
 * One round trip when the definition's version has been seen before.
 * @returns null when the tenant has no such instance
 */
export async function loadInstance(
  pool: Pick<Pool, 'query'>,
  tenantId: string,
  instanceId: string,
): Promise<Loaded | null> {
  const result = await pool.query<{ loaded: (EnvironmentRow & { snapshot: Snapshot }) | null }>({
    name: 'load_snapshot',
    text: 'SELECT public.load_snapshot($1, $2) AS loaded',
    values: [tenantId, instanceId],
  });
  const loaded = result.rows[0]?.loaded;
  if (!loaded) return null;
  const definition = await loadDefinition(pool, tenantId, loaded.definitionVersionId);
  const circumstances = await circumstancesOf(pool, tenantId, definition.content, loaded.snapshot);
  return {
    snapshot: loaded.snapshot,
    definition: definition.content,
    definitionVersionId: definition.id,
    environment: { ...environment(loaded), ...circumstances },
    read: { now: loaded.now, at: performance.now() },
  };
}

/** For how long the rules and the clock that were read serve the same worker again, in milliseconds. */
const freshFor = 1_000;

/**
 * What a load would find if nobody has moved the instance since the caller's own move, which left it as `loaded` says; should
 * somebody have, its version is stale. The clock is the database's, and what has passed since by this process's steady one.
 * @returns null when the environment was read too long ago to decide by it
 */
export function stillKnown(loaded: Loaded): Loaded | null {
  const passed = performance.now() - loaded.read.at;
  if (passed > freshFor) return null;
  const now = plusSeconds(loaded.read.now, passed / 1000);
  return {
    ...loaded,
    snapshot: withoutClosed(loaded.snapshot),
    environment: { ...loaded.environment, now, chance: drawChance() },
  };
}

/** The whole snapshot, closed tasks, executions, stays and incidents included: what a replay is compared with. */
export async function loadWholeSnapshot(
  pool: Pick<Pool, 'query'>,
  tenantId: string,
  instanceId: string,
): Promise<Snapshot | null> {
  const result = await pool.query<{ loaded: { snapshot: Snapshot } | null }>({
    name: 'load_whole_snapshot',
    text: 'SELECT public.load_snapshot($1, $2, true) AS loaded',
    values: [tenantId, instanceId],
  });
  return result.rows[0]?.loaded?.snapshot ?? null;
}

/**
 * What a start of the definition needs: its active version, or the one named, the rules and the clock, and whether signals
 * are kept for instances of it that do not exist yet.
 * @returns null when there is no such definition, or it has no such version
 */
export async function loadStart(
  pool: Pick<Pool, 'query'>,
  tenantId: string,
  definitionKey: string,
  version: number | null = null,
): Promise<{ definition: PublishedDefinition; environment: Environment; keptSignals: boolean } | null> {
  const result = await pool.query<{ start: (EnvironmentRow & { keptSignals: boolean }) | null }>({
    name: 'load_start',
    text: 'SELECT public.load_start($1, $2, $3) AS start',
    values: [tenantId, definitionKey, version],
  });
  const start = result.rows[0]?.start;
  if (!start) return null;
  const definition = await loadDefinition(pool, tenantId, start.definitionVersionId);
  const circumstances = await circumstancesOf(pool, tenantId, definition.content, null);
  return {
    definition,
    environment: { ...environment(start), ...circumstances },
    keptSignals: start.keptSignals,
  };
}

/** How many numbers of chance a decision gets; one per retry that it plans, and it plans few. */
const chanceCount = 8;

function environment(row: EnvironmentRow): Environment {
  return {
    now: row.now,
    rules: row.rules,
    timeZone: row.timeZone,
    chance: drawChance(),
  };
}

function drawChance(): number[] {
  const numbers: number[] = [];
  while (numbers.length < chanceCount) numbers.push(Math.random());
  return numbers;
}

/** Versions never change, so a process keeps those that it has seen; the oldest goes when there are too many. */
const seenVersions = new Map<string, PublishedDefinition>();
const mostSeenVersions = 500;
/** Those that are being read: the rows of a list ask for theirs at once. */
const comingVersions = new Map<string, Promise<PublishedDefinition>>();

/** A published version by its id, which must be one of the tenant's. */
export async function loadDefinition(
  pool: Pick<Pool, 'query'>,
  tenantId: string,
  versionId: string,
): Promise<PublishedDefinition> {
  const key = `${tenantId}/${versionId}`;
  const seen = seenVersions.get(key);
  if (seen) return seen;
  // What fails may have failed for the connection of whoever asked first.
  const coming = await comingVersions.get(key)?.catch(() => undefined);
  if (coming) return coming;
  const reading = readDefinition(pool, tenantId, versionId);
  comingVersions.set(key, reading);
  try {
    const definition = await reading;
    if (seenVersions.size >= mostSeenVersions) seenVersions.delete(seenVersions.keys().next().value!);
    seenVersions.set(key, definition);
    return definition;
  } finally {
    comingVersions.delete(key);
  }
}

async function readDefinition(
  pool: Pick<Pool, 'query'>,
  tenantId: string,
  versionId: string,
): Promise<PublishedDefinition> {
  const result = await pool.query<{ definition: PublishedDefinition }>({
    name: 'load_definition',
    text: 'SELECT public.load_definition($1, $2) AS definition',
    values: [tenantId, versionId],
  });
  return result.rows[0]!.definition;
}
