import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { DemoAccount } from '@/lib/demo/accounts';

/** A person at a browser of their own, signed in. */
export async function signedIn(
  browser: Browser,
  account: DemoAccount,
  landing = '/',
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: process.env['E2E_URL'] });
  const page = await context.newPage();
  await page.goto(landing === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(landing)}`);
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/sign-in/);
  // The server's page can be seen before it can be worked with; this is said by the browser's own code.
  await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeAttached();
  return page;
}
