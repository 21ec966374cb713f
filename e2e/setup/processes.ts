import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Folder of the product that this run has started; empty when the product under test is not ours. */
export const dataFolder = () => process.env.E2E_DATA ?? '';

/** Process id of the product's supervisor. */
export function supervisor(): number {
  return (JSON.parse(readFileSync(path.join(dataFolder(), 'lock'), 'utf8')) as { pid: number }).pid;
}

/** Process id of a child of the supervisor whose command has these words; 0 while there is none. */
export function childOf(words: string): number {
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  const line = stdout
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .find(
      ([, parent, state, ...command]) =>
        parent === String(supervisor()) && !state?.startsWith('Z') && command.join(' ').includes(words),
    );
  return Number(line?.[0] ?? 0);
}

/** Kills the web server, which stays away until `start` is called: meanwhile nobody starts it again. */
export function stopWebServer(): { readonly start: () => void } {
  const parent = supervisor();
  process.kill(parent, 'SIGSTOP');
  process.kill(childOf('next-server'), 'SIGKILL');
  return { start: () => process.kill(parent, 'SIGCONT') };
}
