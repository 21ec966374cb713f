import { expect, type Page, test } from '@playwright/test';
import { daniel, tom } from '@/lib/demo/accounts';
import { signedIn } from '../pages/person';

const tag = Date.now() % 1_000_000;

/** A review whose deadline has this ladder; `late` is where the deadline leads. */
function reviewed(key: string, due: Record<string, unknown>) {
  return {
    key,
    name: `Review ${key}`,
    subject: { type: 'order' },
    startableBy: ['administrator'],
    maxAge: 'P30D',
    steps: [
      { key: 'start', type: 'START' },
      {
        key: 'in_review',
        type: 'USER_TASK',
        name: 'Review',
        outcomes: [{ key: 'approve', name: 'Approve' }],
        who: { roles: ['refund_approver'] },
        due,
      },
      { key: 'approved', type: 'END', outcome: 'approved' },
      { key: 'late', type: 'END', outcome: 'too_late' },
    ],
    transitions: [
      { key: 'begin', from: 'start', to: 'in_review' },
      { key: 'approve', from: 'in_review', to: 'approved', on: { outcome: 'approve' } },
      { key: 'too_late', from: 'in_review', to: 'late', on: { deadline: 'late' } },
    ],
  };
}

/** A call of the API with the page's session, as its own code would make it. */
async function call(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const answer = await page.evaluate(
    async (asked) => {
      const response = await fetch(`/api/workflows${asked.path}`, {
        method: asked.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(asked.body ?? {}),
      });
      return { ok: response.ok, value: (await response.json()) as Record<string, unknown> };
    },
    { method, path, body },
  );
  expect(answer.ok, JSON.stringify(answer.value)).toBe(true);
  return answer.value;
}

async function started(page: Page, key: string, due: Record<string, unknown>): Promise<string> {
  await call(page, 'PUT', `/definitions/${key}`, { definition: reviewed(key, due) });
  await call(page, 'POST', `/definitions/${key}/publish`);
  const instance = await call(page, 'POST', '/instances', { definition: key, subject: { id: `${key}-1` } });
  return String(instance['id']);
}

test('a deadline is counted in a calendar, moved with a reason, and runs its ladder to the default action', async ({
  browser,
}) => {
  const calendar = `office_${tag}`;
  const admin = await signedIn(browser, daniel, '/administration/calendars');

  await admin.getByRole('button', { name: 'New calendar' }).click();
  await admin.getByLabel('Name', { exact: true }).fill(`Office ${tag}`);
  await admin.getByLabel('Key', { exact: true }).fill(calendar);
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByRole('heading', { name: `Office ${tag}`, level: 1 })).toBeVisible();
  await admin.getByLabel('From').fill('2026-03-27T16:00');
  await admin.getByLabel('How many').fill('1');
  await admin.getByRole('button', { name: 'Calculate' }).click();
  // Over the weekend on which the clocks change.
  await expect(admin.getByText(/^Mon, Mar 30, 17:00/)).toBeVisible();

  const quick = await started(admin, `quick-${tag}`, {
    in: 'PT12S',
    ladder: [
      { key: 'soon', at: '-PT9S', action: 'remind' },
      { key: 'over', at: '-PT6S', action: 'reassign', to: { role: 'finance' } },
      { key: 'up', at: '-PT3S', action: 'escalate', to: { role: 'line_manager' } },
      { key: 'late', at: 'PT0S', action: 'transition' },
    ],
  });
  const slow = await started(admin, `slow-${tag}`, {
    in: 'P3BD',
    calendar,
    ladder: [
      { key: 'soon', at: '-P1BD', action: 'remind' },
      { key: 'late', at: 'PT0S', action: 'transition' },
    ],
  });

  const support = await signedIn(browser, tom, `/instances/${slow}`);
  const deadline = support.getByRole('article', { name: 'Deadline of' });
  await expect(deadline).toContainText(`3 business days from`);
  await expect(deadline).toContainText(`calendar Office ${tag} (version 1)`);
  await expect(deadline.getByRole('listitem')).toHaveCount(2);
  if (process.env['E2E_PICTURES'])
    await support.screenshot({ path: `${process.env['E2E_PICTURES']}/instance.png`, fullPage: true });
  await deadline.getByRole('button', { name: 'Change deadline' }).click();
  const dialog = support.getByRole('alertdialog');
  await dialog.getByRole('textbox', { name: 'Days' }).fill('9');
  await dialog.getByLabel('Reason').fill('The supplier is on holiday');
  await dialog.getByRole('button', { name: 'Change deadline' }).click();
  await expect(deadline).toContainText('9 business days from');
  await expect(deadline).toContainText('“The supplier is on holiday”');

  await support.goto(`/instances/${quick}`);
  for (const words of [
    /Reminder for Review/,
    /deadline of Review gave the task to another role/,
    /deadline of Review escalated the task/,
    /deadline of Review passed/,
  ]) {
    await expect(support.getByText(words).first()).toBeVisible();
  }
  await expect(support.getByText(/Completed/).first()).toBeVisible();
});
