import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {{ pid: number, started: string }} Holder the process that holds a lock; `started` tells it from a later
 *   process that was given the same number
 */

/**
 * Takes a lock that is a file naming its holder. One whose holder has ended is taken over.
 * @param {string} file
 * @returns {{ held: true, release: () => void } | { held: false, by: number }}
 */
export function tryLock(file) {
  const mine = `${file}.${process.pid}`;
  const self = { pid: process.pid, started: startOf(process.pid) };
  writeFileSync(mine, JSON.stringify(self), { mode: 0o600 });
  try {
    for (;;) {
      // A link appears whole and fails when the name is taken: two processes cannot both succeed.
      if (linked(mine, file)) return { held: true, release: () => release(file) };
      const by = holderOf(file);
      if (by !== null) return { held: false, by };
      putAside(file);
    }
  } finally {
    unlinkSync(mine);
  }
}

/**
 * Takes a lock, waiting for its holder.
 * @param {string} file
 * @param {(pid: number) => void} onWait called once when another process holds it
 * @returns {Promise<() => void>} releases it
 */
export async function waitForLock(file, onWait) {
  for (let waited = false; ; waited = true) {
    const lock = tryLock(file);
    if (lock.held) return lock.release;
    if (!waited) onWait(lock.by);
    await sleep(300);
  }
}

/**
 * The running process that holds a lock; null when it is free.
 * @param {string} file
 * @returns {number | null}
 */
export function holderOf(file) {
  try {
    /** @type {Holder} */
    const { pid, started } = JSON.parse(readFileSync(file, 'utf8'));
    process.kill(pid, 0);
    const now = startOf(pid);
    return started && now && started !== now ? null : pid;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM' ? pidIn(file) : null;
  }
}

/** @param {string} file */
function pidIn(file) {
  return /** @type {number} */ (JSON.parse(readFileSync(file, 'utf8')).pid);
}

/** @param {string} file */
function release(file) {
  if (holderOf(file) === process.pid) unlinkSync(file);
}

/**
 * Removes a dead holder's lock. It is renamed first and looked at again, since another process may have taken it over
 * in between; then it is put back.
 * @param {string} file
 */
function putAside(file) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (holderOf(aside) !== null) linked(aside, file);
  unlinkSync(aside);
}

/**
 * @param {string} from
 * @param {string} to
 */
function linked(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * When a process started, in the kernel's ticks; empty where the kernel does not say.
 * @param {number} pid
 */
function startOf(pid) {
  try {
    // The name of the program, in brackets, may itself hold blanks and brackets; field 22 counts from before it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
