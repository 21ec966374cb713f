import { expect, test } from '@playwright/test';
import { tom } from '@/lib/demo/accounts';
import { Api } from '../pages/api';
import { violations } from '../pages/axe';
import { signedIn } from '../pages/person';

/** axe has to be let in. */
const options = { bypassCSP: true };
const stamp = Date.now() % 10_000_000;
const order = `order-${stamp}`;

test('a failed payment is found by its order number, read, corrected, retried and completed; who may not is told why', async ({
  browser,
}) => {
  const api = await Api.open();
  const key = `payment-${stamp}`;
  await api.publish({
    key,
    name: 'Payment',
    subject: { type: 'order' },
    input: { type: 'object', properties: { amount: { type: 'number' }, to: { type: 'string' } } },
    maxAge: 'P90D',
    steps: [
      { key: 'start', type: 'START' },
      {
        key: 'paying',
        type: 'AUTOMATED',
        name: 'Paying',
        activities: [
          {
            key: 'pay',
            name: 'Pay the customer',
            type: 'EXECUTE_FUNCTION',
            settings: { function: 'pay-out', input: { amount: 'context.amount', to: 'context.to' } },
            retry: { maxAttempts: 1 },
          },
        ],
      },
      { key: 'paid', type: 'END', name: 'Paid', outcome: 'approved' },
    ],
    transitions: [
      { key: 'begin', from: 'start', to: 'paying' },
      { key: 'done', from: 'paying', to: 'paid' },
    ],
  });
  await api.startAll(key, `${order}-`, [{ amount: 0, to: 'Wilhelmine Ostertag' }]);
  const reader = {
    ...tom,
    name: `Nora ${stamp}`,
    email: `nora-${stamp}@northwind.example`,
    roles: [`reader-${stamp}`],
  };
  await api.send('put', `roles/reader-${stamp}`, { name: 'Reader', permissions: ['instances.read_all'] });
  const { name, roles, password } = reader;
  await api.send('put', `people/${reader.email}`, { name, roles, password });

  // The customer says an order number, and support finds what has stopped and why.
  const support = await signedIn(browser, tom, '/instances', options);
  await support.getByRole('searchbox').first().fill(order);
  await support.getByRole('searchbox').first().press('Enter');
  await expect(support).toHaveURL(/[?&]q=/);
  await support.getByRole('link', { name: new RegExp(order) }).click();
  await expect(
    support.getByText('A payment must be more than zero. Correct the amount.').first(),
  ).toBeVisible();

  const other = await signedIn(browser, reader, new URL(support.url()).pathname);
  await other.getByRole('button', { name: 'More actions' }).click();
  const edit = other.getByRole('menuitem', { name: 'Edit data' });
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  await expect(edit).toContainText('it takes the permission instances.repair');
  await other.goto('/operations');
  await expect(other.getByRole('link', { name: 'Incidents', exact: true })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Bulk jobs', exact: true })).toHaveCount(0);

  // The data are corrected, then what failed is tried again: each with a reason, and with what it would do shown before.
  await support.getByRole('button', { name: 'More actions' }).click();
  await support.getByRole('menuitem', { name: 'Edit data' }).click();
  const editing = support.getByRole('alertdialog');
  await editing.getByLabel('Reason').fill('The customer gave the amount on the phone.');
  await editing.getByLabel('Data (JSON)').fill('{ "amount": 75, "to": "Wilhelmine Ostertag" }');
  await editing.getByRole('button', { name: 'Edit data' }).click();
  await expect(editing).toBeHidden();
  await support.getByRole('button', { name: 'Retry', exact: true }).click();
  const retrying = support.getByRole('alertdialog');
  await retrying.getByLabel('Reason').fill('The amount is right now.');
  await expect(retrying.getByText('Pay the customer')).toBeVisible();
  await retrying.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(support.getByText(/Ended as\s+Paid/)).toBeVisible();

  // It all stands in history, with who did it and why.
  await support.getByRole('tab', { name: 'Operations' }).click();
  const done = support.getByRole('tabpanel');
  await expect(done.getByText('The customer gave the amount on the phone.')).toBeVisible();
  await expect(done.getByText('The amount is right now.')).toBeVisible();
  await expect(done.getByText(tom.name).first()).toBeVisible();
  await support.getByRole('tab', { name: 'Data' }).click();
  await expect(support.getByRole('tabpanel').getByText('Who changed what')).toBeVisible();
  await expect(
    support
      .getByRole('tabpanel')
      .getByText(new RegExp(`${tom.name}`))
      .first(),
  ).toBeVisible();
  await support.getByRole('tab', { name: 'Timeline' }).click();
  await support.getByRole('button', { name: 'Verify history' }).click();
  await expect(support.getByText('The history is whole')).toBeVisible();
  expect(await violations(support)).toEqual([]);
});
