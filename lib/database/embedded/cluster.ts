import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, programEnvironment } from '@/lib/database/embedded/account';
import { type Binaries } from '@/lib/database/embedded/binaries';

/** The owner's login name in the embedded database. */
export const ownerName = 'interlock';

/**
 * Makes a cluster: UTF-8, and text compared by code point so that order does not depend on the machine.
 * It is made beside its place and renamed, so one that exists is whole.
 * @throws Error with what initdb said
 */
export function makeCluster(options: {
  cluster: string;
  password: string;
  account: Account;
  binaries: Binaries;
  durable: boolean;
}): void {
  const { cluster, password, account, binaries, durable } = options;
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const secrets = mkdtempSync(path.join(tmpdir(), 'interlock-initdb-'));
  const passwordFile = path.join(secrets, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    for (const item of [draft, secrets, passwordFile]) chownSync(item, account.uid, account.gid);
  }
  try {
    const made = spawnSync(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${ownerName}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(durable ? [] : ['--no-sync']),
      ],
      { ...account, cwd: '/', encoding: 'utf8', env: programEnvironment },
    );
    if (made.status !== 0) {
      const said = made.error ? made.error.message : `${made.stdout}${made.stderr}`.trim();
      throw new Error(`The embedded database could not be made in ${cluster}: ${said}`);
    }
    renameSync(draft, cluster);
  } finally {
    rmSync(secrets, { recursive: true, force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/** @throws Error when the cluster belongs to another major version than the programs */
export function checkVersion(cluster: string, binaries: Binaries): void {
  const has = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  const said = execFileSync(binaries.postgres, ['--version'], { encoding: 'utf8' });
  const brings = /(\d+)\.\d+|(\d+)(?:devel|beta|rc)/.exec(said)?.[1];
  if (brings === undefined || brings === has) return;
  throw new Error(
    `${cluster} was made by PostgreSQL ${has}, and this release brings ${brings}. Start the release before this one, ` +
      'write the data out with pg_dump (`npm run db:url -- --owner` prints the address), and read it into a new folder.',
  );
}

/**
 * Clears the way for a new server after a `kill -9`: one that outlived its parent is stopped, and a lock file that
 * names an unrelated process is marked as ours, which makes PostgreSQL do its own checks of what is left in memory
 * (removing the file would skip them). The caller has to hold the data folder's lock.
 */
export async function clearLeftovers(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n');
  const pid = Number(first);
  if (!Number.isInteger(pid) || pid <= 0) return;

  const runsOn = () => commandOf(pid).includes(cluster);
  if (!runsOn()) {
    writeFileSync(file, [String(process.pid), ...rest].join('\n'));
    return;
  }
  // Fast shutdown first; immediate shutdown when it does not come to an end.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal);
    for (let tries = 0; tries < 300 && runsOn(); tries += 1) await sleep(100);
    if (!runsOn()) return;
  }
  throw new Error(`The database of an earlier start (process ${pid}) does not stop. End it: kill -9 ${pid}`);
}

/** The command line of a process; empty for one that is gone or only waits to be reaped. */
function commandOf(pid: number): string {
  const fromKernel = `/proc/${pid}/cmdline`;
  if (existsSync('/proc/self/cmdline')) {
    return existsSync(fromKernel) ? readFileSync(fromKernel, 'utf8').replaceAll('\0', ' ') : '';
  }
  return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}
