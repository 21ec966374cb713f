import { expect, type Page, test } from '@playwright/test';
import { emma, marcus, priya } from '@/lib/demo/accounts';
import { violations } from '../pages/axe';
import { signedIn } from '../pages/person';

/** Emma asks for refunds over the limit, as her browser would; all are for one customer whom nobody else has. */
async function requested(requester: Page, count: number): Promise<string> {
  const customer = `Bulk ${Date.now() % 10_000_000}`;
  await requester.evaluate(
    async ({ customer: name, count: most }) => {
      for (let number = 1; number <= most; number += 1) {
        const orderNumber = `${name}/${number}`;
        const answer = await fetch('/api/workflows/instances', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify({
            definition: 'refund',
            subject: { id: orderNumber },
            input: { orderNumber, customer: name, amount: 1000 + number, reason: 'damaged' },
          }),
        });
        if (!answer.ok) throw new Error(await answer.text());
      }
    },
    { customer, count },
  );
  return customer;
}

/** The inbox with the tasks about one customer, once a worker has brought all of them to their review. */
async function inboxOf(page: Page, customer: string, count: number) {
  await expect(async () => {
    await page.goto(`/inbox?view=groups&q=${encodeURIComponent(customer)}`);
    await expect(page.locator('a[data-task]')).toHaveCount(count, { timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeAttached();
}

test('thirty are approved at once; the four that somebody has taken say so and stay', async ({ browser }) => {
  const customer = await requested(await signedIn(browser, emma), 30);
  const approver = await signedIn(browser, marcus, '/', { bypassCSP: true });
  const other = await signedIn(browser, priya);
  await inboxOf(approver, customer, 30);

  await approver
    .getByRole('checkbox', { name: /^Choose “/ })
    .first()
    .click();
  await approver
    .getByRole('checkbox', { name: /^Choose “/ })
    .last()
    .click({ modifiers: ['Shift'] });
  const bar = approver.getByRole('toolbar', { name: 'With the chosen tasks' });
  await expect(bar.getByText('30 chosen')).toBeVisible();
  expect(await violations(approver)).toEqual([]);
  await other.evaluate(async (name) => {
    const found = await fetch(`/api/workflows/tasks?view=groups&q=${encodeURIComponent(name)}&limit=4`);
    const { items } = (await found.json()) as { items: { id: string }[] };
    for (const { id } of items) await fetch(`/api/workflows/tasks/${id}/claim`, { method: 'POST' });
  }, customer);

  await bar.getByRole('button', { name: 'Decide' }).click();
  await approver.getByRole('menuitem', { name: 'Approve…' }).click();
  const dialog = approver.getByRole('dialog', { name: 'Approve: 30 tasks' });
  await dialog.getByRole('button', { name: 'Approve (30)' }).click();
  await expect(dialog.getByText('Say why: this outcome needs a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('One broken pallet, all of it photographed.');
  await dialog.getByRole('button', { name: 'Approve (30)' }).click();

  const results = approver.getByRole('dialog', { name: 'What became of them' });
  await expect(results.getByText('26 were done, 4 were refused.')).toBeVisible();
  const refused = results.getByRole('list', { name: 'Refused' }).getByRole('listitem');
  await expect(refused).toHaveCount(4);
  await expect(refused.first()).toContainText(/Priya Nair has taken this task\..* \(rule claimed\)/);
  await expect(results.getByRole('list', { name: 'Done', exact: true }).getByRole('listitem')).toHaveCount(
    26,
  );
});

test('a list is filtered, kept, and decided by keyboard alone; a decision can be taken back', async ({
  browser,
}) => {
  const customer = await requested(await signedIn(browser, emma), 2);
  const approver = await signedIn(browser, marcus);
  await inboxOf(approver, customer, 2);
  const keys = approver.keyboard;

  await expect(async () => {
    await keys.press('j');
    await expect(approver.locator('a[data-task]:focus')).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await keys.press('x');
  await expect(approver.getByText('1 chosen')).toBeVisible();
  await keys.press('Escape');
  await expect(approver.getByText('1 chosen')).toHaveCount(0);
  await keys.press('Enter');
  await expect(approver.getByRole('group', { name: 'Outcomes' })).toBeVisible();
  await keys.press('a');
  await keys.press('Enter');
  await expect(approver.getByLabel('Reason')).toBeFocused();
  await keys.type('Seen the photos.');
  await keys.press('Tab');
  await keys.press('Enter');
  await expect(approver.getByText('Approve: about to be sent')).toBeVisible();
  await expect(approver.getByRole('button', { name: 'Undo' })).toBeFocused();
  await approver.waitForTimeout(700);
  await keys.press('Enter');
  await expect(approver.getByText('Approve: about to be sent')).toHaveCount(0);
  await expect(approver.getByLabel('Reason')).toHaveValue('Seen the photos.');

  // What was typed is on the server: another browser of the same person has it.
  await approver.waitForTimeout(2_000);
  const again = await signedIn(browser, marcus, new URL(approver.url()).pathname);
  await expect(again.getByLabel('Reason')).toHaveValue('Seen the photos.');
  await again.getByRole('link', { name: 'History' }).click();
  await expect(again.getByRole('group', { name: 'What the timeline shows' })).toBeVisible();

  await keys.press('a');
  await keys.press('Enter');
  await expect(approver.getByText('Recorded: Approve')).toBeVisible();
});

test('on a phone one goes from the list to the task, decides, and is back', async ({ browser }) => {
  const customer = await requested(await signedIn(browser, emma), 1);
  const phone = await signedIn(browser, marcus, '/', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await inboxOf(phone, customer, 1);

  await phone.locator('a[data-task]').first().tap();
  await expect(phone.getByRole('heading', { level: 1, name: new RegExp(customer) })).toBeVisible();
  await phone.getByLabel('Reason').fill('In order.');
  await phone.getByRole('button', { name: 'Approve', exact: true }).tap();
  await phone.getByRole('button', { name: 'Send now' }).tap();
  await expect(phone.getByText('Recorded: Approve')).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await phone.getByRole('link', { name: 'Back to the list' }).first().tap();
  await expect(phone.getByText(/^Nothing matches/)).toBeVisible();
});
