import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '@/lib/engine/decide/contract';
import type { Definition } from '@/lib/engine/definition/schema';
import type { HistoryEvent } from '@/lib/engine/event';
import type { Snapshot } from '@/lib/engine/snapshot';

/** One instance as a product of its day left it. */
export type RecordedInstance = {
  readonly snapshot: Snapshot;
  readonly events: readonly HistoryEvent[];
};

/** A published version and instances that ran on it. It is recorded once and never rewritten: later code has to get on with it. */
export type Recording = {
  readonly contentHash: string;
  readonly recordedOn: string;
  readonly definition: Definition;
  /** The rules in force. */
  readonly rules: Environment['rules'];
  readonly instances: readonly RecordedInstance[];
};

const folder = fileURLToPath(new URL('histories', import.meta.url));

/** All recordings, by the names of their files. */
export function readRecordings(): ReadonlyMap<string, Recording> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return new Map(
    files
      .sort()
      .map((file) => [file, JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Recording]),
  );
}

/** Adds a recording, one event a line; @returns the file's name. */
export function writeRecording(recording: Recording): string {
  const { instances, ...head } = recording;
  const played = instances.map(
    ({ snapshot, events }) =>
      `{"snapshot":${JSON.stringify(snapshot)},\n"events":[\n${events.map((event) => JSON.stringify(event)).join(',\n')}]}`,
  );
  const file = `${recording.definition.key}-${recording.contentHash.slice(0, 8)}.json`;
  const text = `${JSON.stringify(head).slice(0, -1)},\n"instances":[\n${played.join(',\n')}]}\n`;
  writeFileSync(path.join(folder, file), text, { flag: 'wx' });
  return file;
}
