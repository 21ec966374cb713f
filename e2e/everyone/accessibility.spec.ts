import { expect, type Page, test } from '@playwright/test';
import { daniel, type DemoAccount, marcus, sofia, tom } from '@/lib/demo/accounts';
import { violations } from '../pages/axe';
import { signedIn } from '../pages/person';

/** What each person sees most: of the pages about one thing, one that the demo has. */
const screens: readonly (readonly [DemoAccount, readonly string[]])[] = [
  [marcus, ['/', '/inbox?view=groups', '/start', '/start/refund', '/requests', '/settings/notifications']],
  [tom, ['/instances', '/operations', '/operations/refund', '/operations/incidents']],
  [sofia, ['/definitions', '/definitions/refund', '/definitions/refund/versions/1']],
  [daniel, ['/people', '/calendars', '/webhooks', '/audit'].map((page) => `/administration${page}`)],
];

test('axe finds no violation on the page where one signs in', async ({ browser }) => {
  const context = await browser.newContext({ bypassCSP: true, baseURL: process.env['E2E_URL'] });
  const page = await context.newPage();
  await page.goto('/sign-in');

  expect(await violations(page)).toEqual([]);
  await context.close();
});

for (const [account, addresses] of screens) {
  test(`axe finds no violation on the screens of ${account.name}, in either theme`, async ({ browser }) => {
    const page = await signedIn(browser, account, addresses[0], { bypassCSP: true });
    for (const address of addresses) await look(page, address);
    if (account !== tom) return;

    await page.goto('/instances');
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/instances\/./);
    expect.soft(await violations(page), 'an instance').toEqual([]);
  });
}

async function look(page: Page, address: string): Promise<void> {
  await page.goto(address);
  expect.soft(await violations(page), address).toEqual([]);
}
