import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import type { DemoAccount } from '@/lib/demo/accounts';

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The sessions that this run has begun, by the person's address. */
const sessions = new Map<string, Session>();

/** Browsers of people, and the journey that each belongs to. */
const opened = new Map<BrowserContext, string>();

/** Ends the browsers of earlier journeys: a page left open goes on following what happens, at the cost of every later one. */
async function closeEarlier(): Promise<void> {
  for (const [context, journey] of opened) {
    if (journey === test.info().testId) continue;
    opened.delete(context);
    await context.close();
  }
}

/**
 * A person at a browser of their own, signed in. The first time in a run they sign in on the page; afterwards their browser
 * brings the session along, since signing in again takes a slow machine longer than what most journeys are about.
 */
export async function signedIn(
  browser: Browser,
  account: DemoAccount,
  landing = '/',
  options: BrowserContextOptions = {},
): Promise<Page> {
  await closeEarlier();
  const session = sessions.get(account.email);
  const context = await browser.newContext({
    ...options,
    baseURL: process.env['E2E_URL'],
    ...(session && { storageState: session }),
  });
  opened.set(context, test.info().testId);
  const page = await context.newPage();
  if (session) {
    await page.goto(landing);
  } else {
    await page.goto(landing === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(landing)}`);
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }
  await expect(page).not.toHaveURL(/sign-in/);
  // The server's page can be seen before it can be worked with; this is said by the browser's own code.
  await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeAttached();
  if (!session) sessions.set(account.email, await context.storageState());
  return page;
}
