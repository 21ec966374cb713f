import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { type DemoAccount, emma, marcus, priya } from '@/lib/demo/accounts';
import { Api } from '../pages/api';
import { violations } from '../pages/axe';
import { linkIn, mailTo } from '../pages/mailbox';
import { signedIn } from '../pages/person';
import { requestRefund } from '../pages/refund-form';

/** Emma asks for a refund; the mail about it comes to Marcus. */
async function asked(browser: Browser): Promise<{ order: string; link: string }> {
  const order = `L-${Date.now() % 10_000_000}`;
  const requester = await signedIn(browser, emma, '/start/refund');
  await requestRefund(requester, { order, customer: 'Linked Customer', amount: '1500' });
  await expect(requester).toHaveURL(/\/requests\/./);
  const mail = await mailTo(marcus.email, order);
  expect(mail.text).toContain('Linked Customer');
  return { order, link: linkIn(mail) };
}

const phone = { viewport: { width: 360, height: 740 }, bypassCSP: true };

/** Somebody who is signed in opens a link. */
async function opens(browser: Browser, account: DemoAccount, link: string): Promise<Page> {
  const page = await signedIn(browser, account, '/');
  await page.goto(link);
  return page;
}

test('a mail arrives, its link opens on a phone, and after signing in the approver decides; used, it is a receipt', async ({
  browser,
}) => {
  const { order, link } = await asked(browser);
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByText('Sign in to see what you are asked to decide.')).toBeVisible();
  await expect(page.getByText(order)).toHaveCount(0);
  await page.getByLabel('E-mail').fill(marcus.email);
  await page.getByLabel('Password').fill(marcus.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(page).toHaveURL(link);
  await expect(page.getByText('Linked Customer').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('Give a reason for “Approve”.')).toBeVisible();
  await page.getByLabel('Reason').fill('Seen the photos.');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText(/You decided .*: Approve/)).toBeVisible();

  await page.goto(link);
  await expect(page.getByText(/You decided .*: Approve/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
  const other = await opens(browser, priya, linkIn(await mailTo(priya.email, order)));
  await expect(other.getByText(/Marcus Reyes decided .*: Approve/)).toBeVisible();
  await context.close();
});

test('scanners change and consume nothing, also those that run scripts', async ({ browser, playwright }) => {
  const { link, order } = await asked(browser);
  const database = new pg.Client({ connectionString: ownerUrl() });
  await database.connect();
  try {
    const before = await everything(database, order);
    const scanner = await playwright.request.newContext({ storageState: { cookies: [], origins: [] } });
    const methods = Array.from(
      { length: 500 },
      (_, index) => (['GET', 'HEAD', 'POST'] as const)[(index * 7 + (index % 5)) % 3]!,
    );
    const lane = async () => {
      for (let method = methods.pop(); method; method = methods.pop()) {
        const options = {
          method,
          maxRedirects: 0,
          ...(method === 'POST' && { form: { outcome: 'approve' } }),
        };
        const response = await scanner.fetch(link, options);
        expect(response.status(), method).toBeLessThan(500);
        expect((await response.text()).includes('Linked Customer'), method).toBe(false);
      }
    };
    await Promise.all(Array.from({ length: 6 }, lane));
    await scanner.dispose();
    // One that runs scripts, twice.
    const robot = await browser.newContext();
    const page = await robot.newPage();
    for (let time = 0; time < 2; time++) await page.goto(link, { waitUntil: 'load' });
    await robot.close();
    expect(await everything(database, order)).toEqual(before);
  } finally {
    await database.end();
  }
});

test('forwarded, expired and superseded, a link says what is the case and decides nothing', async ({
  browser,
}) => {
  const { order, link } = await asked(browser);
  const database = new pg.Client({ connectionString: ownerUrl() });
  await database.connect();
  const api = await Api.open();
  try {
    const forwarded = await opens(browser, priya, link);
    await expect(forwarded.getByText('This mail was sent to Marcus Reyes')).toBeVisible();
    await expect(forwarded.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();

    const expire = (instant: string) =>
      database.query<{ task_id: string }>(
        `UPDATE mail_links l SET expires_at = ${instant} WHERE l.task_id IN (${ofOrder}) RETURNING l.task_id`,
        [order],
      );
    const { rows } = await expire(`now() - interval '1 minute'`);
    const page = await opens(browser, marcus, link);
    await expect(page.getByText('This link has expired')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to the task' })).toBeVisible();

    await expire(`now() + interval '1 day'`);
    await api.send('post', `tasks/${rows[0]!.task_id}/reassign`, {
      to: priya.email,
      reason: 'She knows the customer',
    });
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('This task has gone to Priya Nair')).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
  } finally {
    await database.end();
  }
});

function ownerUrl(): string {
  const file = path.join(process.env.E2E_DATA ?? '', 'running.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { ownerUrl: string }).ownerUrl;
}

const ofOrder = 'SELECT t.id FROM tasks t JOIN instances i ON i.id = t.instance_id WHERE i.subject_id = $1';

/** All that a look could have changed. */
async function everything(database: pg.Client, order: string): Promise<unknown> {
  const { rows } = await database.query(
    `SELECT (SELECT jsonb_agg(to_jsonb(l) ORDER BY l.id) FROM mail_links l WHERE l.task_id IN (${ofOrder})) AS links,
       (SELECT jsonb_agg(to_jsonb(t)) FROM tasks t WHERE t.id IN (${ofOrder})) AS tasks,
       (SELECT count(*) FROM events e JOIN instances i ON i.id = e.instance_id WHERE i.subject_id = $1) AS events,
       (SELECT count(*) FROM audit_entries) AS audit`,
    [order],
  );
  return rows;
}
