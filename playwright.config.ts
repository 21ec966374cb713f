import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from '@/lib/cli/browser';
import { freePort } from '@/lib/database/embedded/free-port';

// The main process chooses the port; Playwright's workers read this file again and inherit the variable.
process.env.E2E_URL ??= `http://127.0.0.1:${await freePort()}`;

/** Sandboxing needs an ordinary user; the rest keeps Chromium from calling out. */
const asRoot = ['--no-sandbox', '--disable-gpu'];
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Journeys through a product that e2e/setup/product.ts starts for the run: the production build, a database of its own,
 * the demo's people and requests. E2E_URL names one that runs already.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/setup/product.ts',
  // The journeys share one product on few cores; a journey that needs quiet would disturb another.
  workers: 1,
  // Generous, since a machine may be busy: a bound on what hangs, not a measure of speed.
  timeout: 600_000,
  expect: { timeout: 45_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.E2E_URL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // Nothing is drawn again and again without need: the pictures are drawn by the processor.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Without the film of every frame, which on two cores made the longest journey take thrice as long.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      executablePath: findBrowser(),
      args: [...quiet, ...(process.getuid?.() === 0 ? asRoot : [])],
    },
  },
});
