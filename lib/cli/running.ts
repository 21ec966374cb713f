import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { holderOf, tryLock } from '@/lib/cli/lock.mjs';
import { Refusal } from '@/lib/cli/refusal';

/** What a running product tells other commands about itself, in its data folder. */
export interface Running {
  url: string;
  /** The owner's connection string. */
  ownerUrl: string;
  /** The app role's connection string. */
  appUrl: string;
}

const lockIn = (dataFolder: string) => path.join(dataFolder, 'lock');
const fileIn = (dataFolder: string) => path.join(dataFolder, 'running.json');

/**
 * Makes this process the only one that works on a data folder.
 * @returns releases the folder
 * @throws Refusal that names the process which has it
 */
export function takeDataFolder(dataFolder: string): () => void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const lock = tryLock(lockIn(dataFolder));
  if (!lock.held) {
    const url = readRunning(dataFolder)?.url;
    throw new Refusal(
      `Interlock already runs on ${dataFolder} (process ${lock.by}${url ? `, ${url}` : ''}). ` +
        'Stop it first, or give this copy a folder and a port of its own: INTERLOCK_DATA=.interlock-2 PORT=3001 npm start',
    );
  }
  rmSync(fileIn(dataFolder), { force: true });
  return () => {
    rmSync(fileIn(dataFolder), { force: true });
    lock.release();
  };
}

/** Tells other commands where the product runs. The file holds passwords, so only its owner can read it. */
export function announce(dataFolder: string, running: Running): void {
  const file = fileIn(dataFolder);
  writeFileSync(`${file}.new`, JSON.stringify(running, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** The product that runs on a data folder, or null. */
export function readRunning(dataFolder: string): Running | null {
  if (holderOf(lockIn(dataFolder)) === null) return null;
  try {
    return JSON.parse(readFileSync(fileIn(dataFolder), 'utf8')) as Running;
  } catch {
    return null;
  }
}
