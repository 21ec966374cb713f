import { expect, type Page, test } from '@playwright/test';
import { emma, marcus, priya } from '@/lib/demo/accounts';
import { signedIn } from '../pages/person';
import { requestRefund } from '../pages/refund-form';

let made = 0;

/** Emma requests a refund over the limit for a customer whom no other request has. */
async function newRefund(requester: Page): Promise<string> {
  made += 1;
  const customer = `Inbox ${Date.now() % 1_000_000}-${made}`;
  await requester.goto('/start/refund');
  await requestRefund(requester, { order: `${customer}`, customer, amount: '1250' });
  await expect(requester).toHaveURL(/\/requests\/./);
  // A worker brings it to its task; a list that is open already keeps still and only says that there is a new one.
  await expect(requester.getByRole('main').getByRole('status').first()).toContainText('Manager approval');
  return customer;
}

const rowOf = (page: Page, customer: string) =>
  page.getByRole('link', { name: new RegExp(`for ${customer}$`) });

test('the inbox is worked by keyboard, and no key decides by itself', async ({ browser }) => {
  const requester = await signedIn(browser, emma);
  await newRefund(requester);
  const approver = await signedIn(browser, marcus, '/inbox?view=groups');
  await expect(approver.getByRole('list', { name: 'My groups' })).toBeVisible();

  // The server's list is there before the keys are: the first press may come too early.
  await expect(async () => {
    await approver.keyboard.press('j');
    await expect(approver.locator('a[data-task]:focus')).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await approver.keyboard.press('k');
  await expect(approver.locator('a[data-task]').first()).toBeFocused();
  await approver.keyboard.press('j');
  await approver.keyboard.press('k');
  await approver.keyboard.press('Enter');
  await expect(approver).toHaveURL(/\/inbox\/[0-9a-f-]+\?view=groups/);
  await expect(approver.getByRole('group', { name: 'Outcomes' })).toBeVisible();

  await approver.keyboard.press('a');
  await expect(approver.getByRole('button', { name: 'Approve', exact: true })).toBeFocused();
  await approver.keyboard.press('r');
  await expect(approver.getByRole('button', { name: 'Reject', exact: true })).toBeFocused();
  await expect(approver.getByText(/^Recorded/)).toHaveCount(0);

  await approver.keyboard.press('/');
  await expect(approver.getByRole('searchbox', { name: 'Search tasks' })).toBeFocused();
});

test('what was typed outlives another task, and a decision made elsewhere', async ({ browser }) => {
  const requester = await signedIn(browser, emma);
  const [first, second] = [await newRefund(requester), await newRefund(requester)];
  const approver = await signedIn(browser, marcus, '/inbox?view=groups&sort=newest');
  const other = await signedIn(browser, priya, '/inbox?view=groups&sort=newest');

  await rowOf(approver, first).click();
  await approver.getByLabel('Reason').fill('Seen the photos, half of it');
  await rowOf(approver, second).click();
  await expect(approver.getByRole('heading', { level: 1, name: new RegExp(second) })).toBeVisible();
  await rowOf(approver, first).click();
  await expect(approver.getByLabel('Reason')).toHaveValue('Seen the photos, half of it');

  await rowOf(other, first).click();
  await other.getByLabel('Reason').fill('Too old.');
  await other.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(other.getByText('Recorded: Reject')).toBeVisible();

  await expect(approver.getByText(/Priya Nair chose “Reject”/)).toBeVisible();
  const draft = approver.getByRole('region', { name: 'What you had typed' });
  await expect(draft).toContainText('Seen the photos, half of it');
  await expect(approver.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
});

test('a missing reason is asked for at its field, and the next task is offered afterwards', async ({
  browser,
}) => {
  const requester = await signedIn(browser, emma);
  await newRefund(requester);
  const customer = await newRefund(requester);
  const approver = await signedIn(browser, marcus, '/inbox?view=groups&sort=newest');

  await rowOf(approver, customer).click();
  await approver.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(approver.getByText('Say why: “Approve” needs a reason.')).toBeVisible();
  await expect(approver.getByLabel('Reason')).toBeFocused();

  await approver.getByLabel('Reason').fill('In order.');
  await approver.getByRole('button', { name: 'Approve', exact: true }).dblclick();
  await expect(approver.getByText('Recorded: Approve')).toBeVisible();
  await approver.getByRole('link', { name: /^Next: / }).click();
  await expect(approver.getByRole('group', { name: 'Outcomes' })).toBeVisible();
  await expect(approver.getByText('Recorded: Approve')).toHaveCount(0);
});
