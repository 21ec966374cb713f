import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { Refusal } from '@/lib/cli/refusal';

/** The shell first: the same Chromium without the windows that nobody would see, which is also what Playwright brings. */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The system's Chromium; undefined: Playwright's own. */
export function findBrowser(): string | undefined {
  return installed.find((file) => existsSync(file));
}

/**
 * Sees to it that the browser tests have a browser: the system's, Playwright's own, else one is installed (by apt-get
 * where root may, by Playwright's download elsewhere).
 * @throws Refusal with what to do
 */
export function ensureBrowser(): void {
  const there = () => findBrowser() !== undefined || existsSync(chromium.executablePath());
  if (there()) return;
  console.log('The browser tests need Chromium; installing it');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '-qq']);
    // Debian has the shell in a package of its own; elsewhere it may be missing.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (!there()) run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
    }
  }
  if (!there()) run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  if (!there())
    throw new Refusal('No browser could be installed. Install Chromium (apt-get install chromium).');
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}
