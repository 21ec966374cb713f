#!/usr/bin/env node
// `npx interlock lint FILE`, `npx interlock publish FILE`: runs the TypeScript entry from wherever it is called.

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const entry = fileURLToPath(new URL('./definition-file.ts', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const tsconfig = fileURLToPath(new URL('../../tsconfig.json', import.meta.url));
const { status } = spawnSync(process.execPath, ['--import', tsx, entry, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, TSX_TSCONFIG_PATH: tsconfig },
});
process.exitCode = status ?? 2;
