import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The operating system's account that PostgreSQL runs as. `undefined` ids: the account of this process. */
export interface Account {
  uid?: number;
  gid?: number;
}

/** The whole environment of PostgreSQL's programs: nothing of the machine's settings changes how they behave. */
export const programEnvironment = { NODE_ENV: 'production', LC_ALL: 'C', TZ: 'UTC' } as const;

const name = 'postgres';

/**
 * Whom to run PostgreSQL as: it refuses to run as root, so root runs it as the owner of the existing cluster,
 * else as the user `postgres`, who is made when missing.
 * @param cluster the cluster's folder, if there is one
 * @throws Error with what to do when the user cannot be made
 */
export function accountFor(cluster: string | undefined): Account {
  if (process.getuid?.() !== 0) return {};
  if (cluster) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  return findUser() ?? makeUser();
}

/** Whether the account may enter a folder: every folder above it has to let it through too. */
export function canEnter(account: Account, folder: string): boolean {
  if (account.uid === undefined) return true;
  return spawnSync('test', ['-x', folder], { ...account, cwd: '/' }).status === 0;
}

function findUser(): Account | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function makeUser(): Account {
  const quietly = { stdio: 'ignore' as const };
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', name],
      quietly,
    );
  } catch {
    // Busybox has no useradd; and a start at the same moment may have made the user.
    spawnSync('adduser', ['-S', '-D', '-H', name], quietly);
  }
  const user = findUser();
  if (user) return user;
  throw new Error(
    `PostgreSQL does not run as root, and the user "${name}" could not be made. Make it (useradd --system ${name}), ` +
      'or start Interlock as an ordinary user, or set DATABASE_URL to a PostgreSQL of yours.',
  );
}
