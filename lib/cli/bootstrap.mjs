// The one door of every npm script, in plain Node: it makes a fresh clone ready (packages, Prisma's client), then runs
// the TypeScript entry that it was asked for: node lib/cli/bootstrap.mjs start

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { waitForLock } from './lock.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [entry, ...args] = process.argv.slice(2);

process.chdir(root);
refuseOldNode();
if (existsSync('.env')) process.loadEnvFile('.env');
// Two first starts of one clone at the same time must not install into each other.
const release = await waitForLock('.interlock-setup.lock', (pid) =>
  console.log(`Process ${pid} is setting this clone up; waiting for it …`),
);
try {
  if (!packagesAreCurrent()) installPackages();
  if (!clientIsCurrent()) generateClient();
} finally {
  release();
}
if (entry) await run(entry);

function refuseOldNode() {
  const needed = [20, 19];
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return;
  stop(`Interlock needs Node.js ${needed.join('.')} or newer; this is ${process.versions.node}.`);
}

/** npm writes its own copy of the lock file last of all, so it is there only after a whole installation. */
function packagesAreCurrent() {
  const installed = 'node_modules/.package-lock.json';
  if (!existsSync(installed)) return false;
  const sameAsLast = readOr('node_modules/.interlock-lock-hash') === hashOf(['package-lock.json']);
  return sameAsLast || statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs;
}

function installPackages() {
  console.log('Installing packages (npm ci) …');
  const npm = process.env.npm_execpath;
  const command = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  // Some of the tools that build the product stand among the development packages, which NODE_ENV=production leaves out.
  const [program, ...before] = [
    ...command,
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--no-audit',
    '--no-fund',
  ];
  const { status, error } = spawnSync(program, before, { stdio: 'inherit' });
  if (status !== 0) {
    stop(
      `The packages could not be installed${error ? ` (${error.message})` : ''}. Mend what npm says above and start again.`,
    );
  }
  writeFileSync('node_modules/.interlock-lock-hash', hashOf(['package-lock.json']));
}

function schemaHash() {
  const schema = readdirSync('prisma/schema')
    .sort()
    .map((name) => path.join('prisma/schema', name));
  return hashOf([...schema, 'prisma.config.ts', 'node_modules/prisma/package.json']);
}

function clientIsCurrent() {
  return readOr('lib/database/generated/.schema-hash') === schemaHash();
}

function generateClient() {
  console.log("Generating Prisma's client …");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/prisma/build/index.js', 'generate'],
    {
      encoding: 'utf8',
      // Generating needs no engine, but Prisma downloads one unless it is told of a file.
      env: {
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
        ...process.env,
      },
    },
  );
  if (status !== 0) stop(`Prisma's client could not be generated:\n${stdout}${stderr}`);
  writeFileSync('lib/database/generated/.schema-hash', schemaHash());
}

/** @param {string} name */
async function run(name) {
  const file = path.join(root, 'lib/cli', `${name}.ts`);
  if (!existsSync(file)) stop(`There is no lib/cli/${name}.ts.`);
  process.argv = [process.execPath, file, ...args];
  const { register } = await import('tsx/esm/api');
  register();
  await import(pathToFileURL(file).href);
}

/** @param {string[]} files */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

/** @param {string} file */
function readOr(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/**
 * @param {string} message
 * @returns {never}
 */
function stop(message) {
  console.error(message);
  process.exit(1);
}
