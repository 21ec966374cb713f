import { expect, test } from '@playwright/test';
import { emma, marcus, tom } from '@/lib/demo/accounts';
import { signedIn } from '../pages/person';
import { requestRefund } from '../pages/refund-form';

test('a refund over the limit is approved with a reason, and everybody sees it without reloading', async ({
  browser,
}) => {
  const order = `2026-${Date.now() % 1_000_000}`;

  // The approver has the inbox open before there is anything to see.
  const approver = await signedIn(browser, marcus, '/inbox?view=groups');
  await expect(approver.getByRole('link', { name: new RegExp(order) })).toHaveCount(0);

  const requester = await signedIn(browser, emma, '/start/refund');
  await requestRefund(requester, { order, customer: 'Ada Byron', amount: '1500' });
  await expect(requester).toHaveURL(/\/requests\/./);
  await expect(requester.getByText('Manager approval').first()).toBeVisible();

  // It arrives by itself; new rows wait behind a button so that nothing moves under the pointer.
  const arrived = approver.getByRole('button', { name: /new$/ });
  const row = approver.getByRole('link', { name: /Approve refund of 1500 EUR for Ada Byron/ }).first();
  await expect(arrived.or(row).first()).toBeVisible();
  if (await arrived.isVisible()) await arrived.click();
  await row.click();
  await expect(approver.getByText(order).first()).toBeVisible();

  await approver.getByRole('button', { name: 'Approve', exact: true }).click();
  await approver.getByLabel('Reason').fill('Seen the photos: broken in transit.');
  await approver.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(approver.getByText('Recorded: Approve')).toBeVisible();

  await expect(requester.getByText('Done', { exact: true }).first()).toBeVisible({ timeout: 30_000 });

  const support = await signedIn(browser, tom, `/instances?q=${order}`);
  await support
    .getByRole('link', { name: new RegExp(order) })
    .first()
    .click();
  await expect(support.getByText('Seen the photos: broken in transit.').first()).toBeVisible();
  await expect(support.getByText('Marcus Reyes').first()).toBeVisible();
});

test('a requester cannot decide their own request', async ({ browser }) => {
  const order = `2026-${(Date.now() + 7) % 1_000_000}`;
  const requester = await signedIn(browser, marcus, '/start/refund');
  await requestRefund(requester, { order, customer: 'Own Request', amount: '900' });
  await expect(requester).toHaveURL(/\/requests\/./);

  await requester.goto('/inbox?view=groups');

  await expect(requester.getByRole('link', { name: /Own Request/ })).toHaveCount(0);
});
