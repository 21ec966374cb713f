import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { emma } from '@/lib/demo/accounts';
import { signedIn } from '../pages/person';
import { requestRefund } from '../pages/refund-form';

const unique = () => `R-${Date.now() % 10_000_000}`;

test('what is wrong is said at each field, and the first one has the focus', async ({ browser }) => {
  const page = await signedIn(browser, emma, '/start/refund');
  await page.getByLabel('Amount').fill('plenty');
  await page.getByRole('button', { name: 'Send request' }).click();

  await expect(page.getByLabel('Order number')).toBeFocused();
  await expect(page.getByText('Enter an amount.', { exact: true })).toBeVisible();
  await expect(page.getByText('4 answers need a look')).toBeVisible();
  await expect(page.getByLabel('Amount')).toHaveValue('plenty');

  await page.getByLabel('Amount').fill('1,500.5');
  await page.getByLabel('Amount').blur();
  await expect(page.getByLabel('Amount')).toHaveValue('1,500.50');
  await expect(page.getByText('Enter an amount.', { exact: true })).toHaveCount(0);
});

test('sent twice at once it starts once, and a second one about the same order leads to the first', async ({
  browser,
}) => {
  const order = unique();
  const page = await signedIn(browser, emma, '/start/refund');
  await requestRefund(page, { order, customer: 'Twice', amount: '800' }, 'twice');
  await expect(page).toHaveURL(/\/requests\/./);
  const first = new URL(page.url()).pathname;

  await page.goto('/start/refund');
  await requestRefund(page, { order, customer: 'Twice', amount: '800' });
  await expect(page.getByText('There is a request about this already')).toBeVisible();
  await expect(page.getByLabel('Customer')).toHaveValue('Twice');
  await page.getByRole('link', { name: 'See that request' }).click();
  await expect(page).toHaveURL(new RegExp(first));
});

test('a request can be taken back, with a reason', async ({ browser }) => {
  const order = unique();
  const page = await signedIn(browser, emma, '/start/refund');
  await requestRefund(page, { order, customer: 'Changed my mind', amount: '700' });
  await expect(page).toHaveURL(/\/requests\/./);

  // The page begins to listen when the request has long moved on: it hears what happened meanwhile.
  await page.route('**/api/workflows/changes?*', async (route) => {
    await sleep(4_000);
    await route.continue();
  });
  await page.goto('/requests');
  const row = page.getByRole('listitem').filter({ hasText: order });
  await expect(row).toContainText('waiting for Refund approver');
  await expect(row).toContainText('Then: Finance approval or Paying the customer');
  await row.getByRole('button', { name: /^Withdraw/ }).click();
  await page.getByLabel('Reason').fill('The customer keeps it after all.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: 'Ended' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: order })).toContainText('Withdrawn or cancelled');
});
