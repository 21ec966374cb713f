import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holderOf, tryLock, waitForLock } from '@/lib/cli/lock.mjs';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'interlock-lock-'));
  file = path.join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a lock is held by one, who is named to the next, until it is released', () => {
  const first = tryLock(file);

  expect(tryLock(file)).toEqual({ held: false, by: process.pid });
  expect(holderOf(file)).toBe(process.pid);
  if (first.held) first.release();
  expect(tryLock(file).held).toBe(true);
  expect(readdirSync(folder)).toEqual(['lock']);
});

test('the lock of a process killed with kill -9 is taken over', async () => {
  const holder = holdInAnotherProcess();
  await once(holder, 'message');
  expect(tryLock(file)).toEqual({ held: false, by: holder.pid });

  holder.kill('SIGKILL');
  await once(holder, 'exit');

  expect(tryLock(file).held).toBe(true);
});

test('a process that was given the number of a dead holder does not hold its lock', ({ skip }) => {
  if (!existsSync('/proc/self/stat')) skip();
  writeFileSync(file, JSON.stringify({ pid: process.pid, started: '1' }));

  expect(holderOf(file)).toBeNull();
  expect(tryLock(file).held).toBe(true);
});

test('a damaged lock is taken over', () => {
  writeFileSync(file, '');

  expect(tryLock(file).held).toBe(true);
});

test('who waits gets the lock when its holder ends, and hears whom it waits for', async () => {
  const holder = holdInAnotherProcess();
  await once(holder, 'message');
  const waitedFor: number[] = [];
  const waiting = waitForLock(file, (pid) => waitedFor.push(pid));

  holder.kill('SIGKILL');
  const release = await waiting;

  expect(waitedFor).toEqual([holder.pid]);
  release();
  expect(existsSync(file)).toBe(false);
});

function holdInAnotherProcess() {
  const script = `
    import { tryLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)};
    process.send(tryLock(${JSON.stringify(file)}).held);
    setInterval(() => undefined, 1000);`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}
