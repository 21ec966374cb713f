import { expect, test } from '@playwright/test';
import { tom } from '@/lib/demo/accounts';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import { Api } from '../pages/api';
import { violations } from '../pages/axe';
import { signedIn } from '../pages/person';

const stamp = Date.now() % 10_000_000;

test('a cancellation that undoes says before what it undoes and in which order, and afterwards what became of each', async ({
  browser,
}) => {
  const api = await Api.open();
  const key = `trip-${stamp}`;
  const pays = (activity: string, name: string, parts: Partial<Activity> = {}): Activity =>
    ({
      key: activity,
      name,
      type: 'EXECUTE_FUNCTION',
      settings: { function: 'pay-out', input: { amount: 'context.amount', to: 'context.to' } },
      retry: { maxAttempts: 1 },
      ...parts,
    }) as Activity;
  await api.publish({
    key,
    name: 'Trip',
    subject: { type: 'order' },
    input: { type: 'object', properties: { amount: { type: 'number' }, to: { type: 'string' } } },
    maxAge: 'P90D',
    steps: [
      { key: 'start', type: 'START' },
      {
        key: 'booking',
        type: 'AUTOMATED',
        name: 'Booking',
        activities: [
          pays('flight', 'Book the flight', { compensation: 'no-flight' }),
          pays('hotel', 'Book the hotel', { compensation: 'no-hotel' }),
        ],
      },
      {
        key: 'checking',
        type: 'USER_TASK',
        name: 'Checking',
        who: { roles: ['finance'] },
        outcomes: [{ key: 'approve', name: 'Approve' }],
      },
      { key: 'done', type: 'END', outcome: 'approved' },
    ],
    transitions: [
      { key: 'begin', from: 'start', to: 'booking' },
      { key: 'booked', from: 'booking', to: 'checking' },
      { key: 'ok', from: 'checking', to: 'done', on: { outcome: 'approve' } },
    ],
    compensations: [pays('no-flight', 'Cancel the flight'), pays('no-hotel', 'Cancel the hotel')],
  });
  await api.startAll(key, `trip-${stamp}-`, [{ amount: 75, to: 'Wilhelmine Ostertag' }]);

  const support = await signedIn(browser, tom, `/instances?definition=${key}`, { bypassCSP: true });
  await support.getByRole('link', { name: new RegExp(`trip-${stamp}-1`) }).click();
  await expect(support.getByText('Waiting').first()).toBeVisible();
  await support.getByRole('button', { name: 'More actions' }).click();
  await support.getByRole('menuitem', { name: 'Cancel instance' }).click();
  const dialog = support.getByRole('alertdialog');
  await dialog.getByRole('radio', { name: /After undoing what it did/ }).click();
  await expect(dialog.getByRole('list').first().getByRole('listitem')).toHaveText([
    'Cancel the hotel, which undoes “Book the hotel”',
    'Cancel the flight, which undoes “Book the flight”',
  ]);
  expect(await violations(support)).toEqual([]);
  await dialog.getByLabel('Reason').fill('The customer stays at home.');
  await dialog.getByRole('button', { name: 'Cancel instance' }).click();
  await expect(dialog).toBeHidden();

  await support.getByRole('tab', { name: 'Activities' }).click();
  const ledger = support.getByRole('table', { name: 'What was done, and its undoing' });
  await expect(ledger.getByRole('row', { name: /Book the flight.*Undone$/ })).toBeVisible({
    timeout: 20_000,
  });
  await expect(ledger.getByRole('row', { name: /Book the hotel.*Undone$/ })).toBeVisible();
  await expect(support.getByText('Cancelled').first()).toBeVisible();
});
