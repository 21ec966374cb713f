import { expect, test } from '@playwright/test';
import { tom } from '@/lib/demo/accounts';
import type { Definition } from '@/lib/engine/definition/schema';
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

test('instances go to a version that renames a state, removes one and adds a field; those that cannot say why', async ({
  browser,
}) => {
  const api = await Api.open();
  const key = `claims-${stamp}`;
  await api.publish(first(key));
  // Twelve of thirty stand where the new version has no counterpart.
  const amounts = Array.from({ length: 30 }, (_, n) => ({ amount: n < 12 ? 9_000 : 100 }));
  await api.startAll(key, `claim-${stamp}-`, amounts);
  await api.publish(second(key));

  const support = await signedIn(browser, tom, `/definitions/${key}/migrate`, options);
  await support.getByLabel('Goes to: Review').click();
  await support.getByRole('option', { name: /under_review/ }).click();
  await support.getByLabel('How country is given').click();
  await support.getByRole('option', { name: 'The same for all' }).click();
  await support.getByLabel('country: The same for all').fill('AT');
  await support.getByRole('button', { name: 'Check, nothing is written' }).click();
  await expect(support.getByText('18 ready, 0 need data, 12 blocked')).toBeVisible();
  await expect(support.getByText(/version 2 has no such step/).first()).toBeVisible();
  expect(await violations(support)).toEqual([]);
  await support.getByLabel('Why').fill('Legal looks at nothing any more.');
  await support.getByRole('button', { name: /^Prepare the migration of 30/ }).click();

  await expect(support).toHaveURL(/\/operations\/jobs\//);
  await support.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(support.getByText('18 done', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(support.getByText('12 refused', { exact: true })).toBeVisible();
  const moved = support.getByRole('link', { name: /^Done/ });
  await moved.click();
  // Until then the first row is one that was refused.
  await expect(moved).toHaveAttribute('aria-current', 'page');
  await support
    .getByRole('link', { name: new RegExp(`claim-${stamp}-`) })
    .first()
    .click();
  await expect(support.getByText(/moved it from version 1 to/)).toBeVisible();
});

function first(key: string): Definition {
  const task = (step: string, name: string): Definition['steps'][number] => ({
    key: step,
    type: 'USER_TASK',
    name,
    who: { roles: ['finance'] },
    outcomes: [{ key: 'approve', name: 'Approve' }],
  });
  return {
    key,
    name: `Claims ${stamp}`,
    subject: { type: 'claim' },
    input: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
    maxAge: 'P90D',
    steps: [
      { key: 'start', type: 'START' },
      { key: 'sorting', type: 'DECISION' },
      task('in_review', 'Review'),
      task('legal_check', 'Legal'),
      { key: 'done', type: 'END', outcome: 'approved' },
    ],
    transitions: [
      { key: 'begin', from: 'start', to: 'sorting' },
      { key: 'legal', from: 'sorting', to: 'legal_check', when: 'context.amount > 5000.0' },
      { key: 'usual', from: 'sorting', to: 'in_review', default: true },
      { key: 'approve', from: 'in_review', to: 'done', on: { outcome: 'approve' } },
      { key: 'approve-legal', from: 'legal_check', to: 'done', on: { outcome: 'approve' } },
    ],
  };
}

function second(key: string): Definition {
  const before = first(key);
  const [start, , review, , done] = before.steps;
  return {
    ...before,
    input: {
      type: 'object',
      properties: { amount: { type: 'number' }, country: { type: 'string' } },
      required: ['amount', 'country'],
    },
    steps: [start!, { ...review!, key: 'under_review' }, done!],
    transitions: [
      { key: 'begin', from: 'start', to: 'under_review' },
      { key: 'approve', from: 'under_review', to: 'done', on: { outcome: 'approve' } },
    ],
  };
}
