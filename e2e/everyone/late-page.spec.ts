import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { tom } from '@/lib/demo/accounts';
import { signedIn } from '../pages/person';

test('a page that arrives after its frame is drawn once: what the frame learns meanwhile does not discard it', async ({
  browser,
}) => {
  const data = process.env.E2E_DATA;
  test.skip(!data, 'The page is held back by a lock in the database, and this one is not ours.');
  const { ownerUrl } = JSON.parse(readFileSync(path.join(data!, 'running.json'), 'utf8')) as {
    ownerUrl: string;
  };
  const page = await signedIn(browser, tom, '/instances');
  const instance = await page.getByRole('row').nth(1).getByRole('link').first().getAttribute('href');
  await page.addInitScript(keepFirstHeading);
  const database = new pg.Client({ connectionString: ownerUrl });
  await database.connect();
  // What the list still asks for would be held back as well, with the connections that the frame needs.
  await page.goto('about:blank');
  await expect.poll(() => underWay(database)).toBe(0);
  try {
    await database.query('begin; lock table events in access exclusive mode');
    await page.goto(instance!, { waitUntil: 'commit' });
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  } finally {
    await database.end();
  }

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('load');
  await page.getByRole('button', { name: 'Verify' }).click();
  expect(await page.evaluate(() => (window as unknown as Kept).firstHeading?.isConnected)).toBe(true);
});

/** Statements of the product's processes that run at this moment. */
async function underWay(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'interlock' AND state = 'active'",
  );
  return rows[0]!.n;
}

type Kept = { firstHeading?: Element };

/** Runs in the page: keeps the heading that came from the server, wherever React puts it. */
function keepFirstHeading(): void {
  const kept = window as unknown as Kept;
  new MutationObserver(() => {
    kept.firstHeading ??= document.querySelector('h1') ?? undefined;
  }).observe(document, { childList: true, subtree: true });
}
