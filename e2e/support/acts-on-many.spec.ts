import { expect, test } from '@playwright/test';
import { tom } from '@/lib/demo/accounts';
import { Api } from '../pages/api';
import { violations } from '../pages/axe';
import { signedIn } from '../pages/person';

/** axe has to be let in. */
const options = { bypassCSP: true };
const stamp = Date.now() % 10_000_000;

test('two hundred that failed together are tried again as a group, and the five that fail again are told apart', async ({
  browser,
}) => {
  const api = await Api.open();
  const [key, rule] = [`payouts-${stamp}`, `payout_limit_${stamp}`];
  // As long as the rule is no number, nothing can be compared with it.
  await api.send('post', 'rules', { key: rule, value: 'not decided yet' });
  await api.publish({
    key,
    name: `Payouts ${stamp}`,
    subject: { type: 'payout' },
    input: { type: 'object', properties: { amount: { type: 'number' } } },
    maxAge: 'P90D',
    steps: [
      { key: 'start', type: 'START' },
      { key: 'sorting', type: 'DECISION', name: 'Sorting' },
      { key: 'small', type: 'END', outcome: 'approved' },
      { key: 'large', type: 'END', outcome: 'rejected' },
    ],
    transitions: [
      { key: 'begin', from: 'start', to: 'sorting' },
      { key: 'is-small', from: 'sorting', to: 'small', when: `context.amount < rules.${rule}` },
      { key: 'is-large', from: 'sorting', to: 'large', default: true },
    ],
  });
  const withAmount = Array.from({ length: 195 }, (_, n) => ({ amount: n }));
  const inputs = [{}, {}, {}, {}, {}, ...withAmount];
  await api.startAll(key, `pay-${stamp}-`, inputs);

  const support = await signedIn(
    browser,
    tom,
    `/instances?definition=${key}&status=needs_attention`,
    options,
  );
  await api.send('post', 'rules', { key: rule, value: 1_000 });
  await support.getByRole('button', { name: 'Do this to all of these' }).click();
  const dialog = support.getByRole('dialog');
  await dialog.getByLabel('Why').fill('The limit is decided now.');
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Show what it would do' }).click();
    await expect(dialog.getByRole('button', { name: 'Start for 200 instances' })).toBeVisible({
      timeout: 5_000,
    });
  }).toPass();
  await dialog.getByRole('button', { name: 'Start for 200 instances' }).click();

  await expect(support).toHaveURL(/\/operations\/jobs\//);
  await expect(support.getByText('195 done', { exact: true })).toBeVisible({ timeout: 120_000 });
  await expect(support.getByText('5 failed', { exact: true })).toBeVisible();
  expect(await violations(support)).toEqual([]);
  await support.getByRole('link', { name: /^Failed/ }).click();
  await expect(support.getByRole('row', { name: new RegExp(`pay-${stamp}-`) })).toHaveCount(5);
  await expect(support.getByRole('button', { name: 'Retry the 5 failed' })).toBeVisible();
});
