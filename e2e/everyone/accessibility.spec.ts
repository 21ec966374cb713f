import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import { marcus, sofia, tom } from '@/lib/demo/accounts';
import { signedIn } from '../pages/person';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

type Violation = { readonly id: string; readonly nodes: readonly { readonly target: readonly unknown[] }[] };

/** What axe finds on the page, as `rule: element`. */
async function violations(page: Page): Promise<string[]> {
  // Not until the network is idle: the stream of changes never ends.
  await page.waitForLoadState('load');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.addScriptTag({ path: axe });
  let found = await look(page);
  // Until the browser's code has taken the server's page over, some fields have no name yet.
  for (let again = 0; found.length > 0 && again < 10; again += 1) {
    await page.waitForTimeout(500);
    found = await look(page);
  }
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`));
}

function look(page: Page): Promise<Violation[]> {
  return page.evaluate(async () => {
    const { axe: tool } = window as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } };
    return (await tool.run()).violations;
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no screen has an accessibility violation that axe can find (${colorScheme})`, async ({ browser }) => {
    // The content security policy rightly keeps foreign scripts such as axe out.
    const options = { colorScheme, bypassCSP: true };
    const anonymous = await (
      await browser.newContext({ ...options, baseURL: process.env['E2E_URL'] })
    ).newPage();
    await anonymous.goto('/sign-in');
    expect.soft(await violations(anonymous), 'sign-in').toEqual([]);

    const approver = await signedIn(browser, marcus, '/', options);
    for (const address of ['/', '/inbox?view=groups', '/start', '/start/refund', '/requests']) {
      await approver.goto(address);
      expect.soft(await violations(approver), address).toEqual([]);
    }
    const support = await signedIn(browser, tom, '/instances', options);
    expect.soft(await violations(support), '/instances').toEqual([]);
    await support.getByRole('row').nth(1).getByRole('link').first().click();
    await expect(support).toHaveURL(/\/instances\/./);
    expect.soft(await violations(support), 'an instance').toEqual([]);

    const designer = await signedIn(browser, sofia, '/definitions', options);
    for (const address of ['/definitions', '/definitions/refund', '/definitions/refund/versions/1']) {
      await designer.goto(address);
      expect.soft(await violations(designer), address).toEqual([]);
    }
  });
}
