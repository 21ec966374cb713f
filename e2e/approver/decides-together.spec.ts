import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { daniel, emma, priya, sofia, tom, type DemoAccount } from '@/lib/demo/accounts';
import { signedIn } from '../pages/person';

/** Two of three from compliance, whom one rejection stops. */
const definition = (key: string) => ({
  key,
  name: 'Donation',
  subject: { type: 'donation' },
  startableBy: ['employee'],
  maxAge: 'P30D',
  steps: [
    { key: 'start', type: 'START' },
    {
      key: 'in_review',
      type: 'USER_TASK',
      name: 'Review by compliance',
      title: 'Donation {{ instance.subject.id }}',
      outcomes: [
        { key: 'approve', name: 'Approve', kind: 'positive' },
        { key: 'reject', name: 'Reject', kind: 'negative' },
      ],
      who: { roles: ['compliance'] },
      approvals: { required: 2, of: 3, veto: true },
    },
    { key: 'given', type: 'END', outcome: 'given' },
    { key: 'kept', type: 'END', outcome: 'kept' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'in_review' },
    { key: 'give', from: 'in_review', to: 'given', on: { outcome: 'approve' } },
    { key: 'keep', from: 'in_review', to: 'kept', on: { outcome: 'reject' } },
  ],
});

/** The API as an administrator, or as the person named. */
function api(request: APIRequestContext) {
  return async (method: 'get' | 'put' | 'post', path: string, data?: unknown, as?: DemoAccount) => {
    const response = await request[method](`${process.env['E2E_URL']}/api/workflows${path}`, {
      headers: {
        authorization: `Bearer ${process.env['E2E_API_KEY']}`,
        ...(as && { 'interlock-act-as': as.email }),
      },
      ...(data !== undefined && { data }),
    });
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
    return (await response.json()) as { id: string; status: string; openTasks: { id: string }[] } & Record<
      string,
      unknown
    >;
  };
}

async function decide(page: Page, outcome: string) {
  await page.getByRole('button', { name: outcome, exact: true }).click();
}

test('two of three decide together: a role that is gone counts no more, a deputy does, and one rejection ends it', async ({
  browser,
  request,
}) => {
  const call = api(request);
  const key = `donation-${Date.now() % 1_000_000}`;
  await call('put', `/definitions/${key}`, { definition: definition(key) });
  await call('post', `/definitions/${key}/publish`, {});
  const start = (id: string) =>
    call('post', '/instances', { definition: key, subject: { id }, input: {} }, emma);
  const { id, openTasks } = await start('D-1');
  const task = `/inbox/${openTasks[0]!.id}`;

  // The first of two.
  const first = await signedIn(browser, priya, task);
  await expect(first.getByRole('status', { name: 'How the votes stand' })).toContainText('0 of 2 approvals');
  await decide(first, 'Approve');
  await expect(first.getByText('Recorded: Approve')).toBeVisible();

  // The second loses the role while the page is open.
  const second = await signedIn(browser, sofia, task);
  const tally = second.getByRole('status', { name: 'How the votes stand' });
  await expect(tally).toContainText('1 of 2 approvals');
  await expect(tally).toContainText('one more “Approve” or one more “Reject”');
  const without = sofia.roles.filter((role) => (role as string) !== 'compliance');
  await call('put', `/people/${sofia.email}`, { name: sofia.name, roles: without });
  try {
    await decide(second, 'Approve');
    await expect(
      second.getByText(/it takes the role compliance, which you do not hold/).first(),
    ).toBeVisible();
    const audit = await call('get', `/audit?action=decision_refused&subject=task:${openTasks[0]!.id}`);
    expect(JSON.stringify(audit)).toContain('"rule":"not_candidate"');
  } finally {
    await call('put', `/people/${sofia.email}`, { name: sofia.name, roles: [...sofia.roles] });
  }

  // The third is away; their deputy decides on their behalf.
  const away = await signedIn(browser, daniel, '/absence');
  await away.getByRole('button', { name: 'Enter an absence' }).click();
  const form = away.getByRole('dialog');
  await form.getByLabel('Deputy').fill('Tom');
  await away.getByRole('option', { name: /Tom Okafor/ }).click();
  await form.getByLabel('To', { exact: true }).fill('2099-01-01T09:00');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(away.getByRole('table', { name: 'Your absences' })).toContainText('Tom Okafor');

  const deputy = await signedIn(browser, tom, task);
  await expect(deputy.getByText(/You stand in for Daniel Weiss/)).toBeVisible();
  await decide(deputy, 'Approve');
  await expect(deputy.getByText('Recorded: Approve')).toBeVisible();
  await deputy.goto(`/instances/${id}`);
  await expect(deputy.getByText(/on behalf of Daniel Weiss/i).first()).toBeVisible();
  await away.reload();
  await expect(away.getByRole('table', { name: 'Decided on your behalf' })).toContainText('Tom Okafor');
  await away.getByRole('button', { name: 'Recall' }).first().click();
  await away.getByRole('alertdialog').getByRole('button', { name: 'Recall' }).click();
  await expect(away.getByText('No absence entered')).toBeVisible();

  // One rejection is enough.
  const other = await start('D-2');
  await call('post', `/tasks/${other.openTasks[0]!.id}/decide`, { outcome: 'reject' }, priya);
  expect((await call('get', `/instances/${other.id}`)).status).toBe('completed');
});
