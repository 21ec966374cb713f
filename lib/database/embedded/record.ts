import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the data folder remembers of its embedded database. */
export interface EmbeddedRecord {
  password: string;
  /** The loopback port of the last start; taken again when it is free. */
  port: number | undefined;
  /** The cluster's folder when it stands outside the data folder, which PostgreSQL's user cannot enter. */
  elsewhere?: string;
}

const fileOf = (dataFolder: string) => path.join(dataFolder, 'postgres.json');

/**
 * The record of a data folder, or null before its first start.
 * @throws Error with what to do when this process may not read it
 */
export function readRecord(dataFolder: string): EmbeddedRecord | null {
  const file = fileOf(dataFolder);
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as EmbeddedRecord;
  } catch (cause) {
    throw new Error(
      (cause as NodeJS.ErrnoException).code === 'EACCES'
        ? `${file} belongs to another user. Start Interlock as that user, or give it another folder: INTERLOCK_DATA=…`
        : `${file} cannot be read. Restore it from a backup; without it the database's password is lost.`,
      { cause },
    );
  }
}

/** Writes the record whole, readable by its owner only. */
export function writeRecord(dataFolder: string, record: EmbeddedRecord): void {
  const file = fileOf(dataFolder);
  writeFileSync(`${file}.new`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** The record of a first start. */
export function newRecord(): EmbeddedRecord {
  return { password: randomBytes(24).toString('hex'), port: undefined };
}
