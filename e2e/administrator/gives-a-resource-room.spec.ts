import { expect, type Page, test } from '@playwright/test';
import { daniel } from '@/lib/demo/accounts';
import { signedIn } from '../pages/person';

const tag = Date.now() % 1_000_000;

/** A call of the API with the page's session, as its own code would make it. */
async function call(page: Page, method: string, path: string, body: unknown): Promise<string> {
  const answer = await page.evaluate(
    async (asked) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: asked.method, headers, body: JSON.stringify(asked.body) };
      const response = await fetch(`/api/workflows${asked.path}`, init);
      return { ok: response.ok, value: (await response.json()) as { id?: string } };
    },
    { method, path, body },
  );
  expect(answer.ok, JSON.stringify(answer.value)).toBe(true);
  return answer.value.id ?? '';
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['E2E_PICTURES'];
  if (!folder) return;
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: `${folder}/${name}-phone-dark.png`, fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

test('an administrator stops a resource, what waits for room says so, and goes on when there is some', async ({
  browser,
}) => {
  const [key, process] = [`bank_${tag}`, `paying-${tag}`];
  const admin = await signedIn(browser, daniel, '/administration/resources');

  await admin.getByRole('button', { name: 'New resource' }).click();
  await admin.getByLabel('Title', { exact: true }).fill(`Bank ${tag}`);
  await admin.getByLabel('Key', { exact: true }).fill(key);
  await admin.getByLabel('At once', { exact: true }).fill('0');
  await picture(admin, 'resource-form');
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByRole('heading', { name: `Bank ${tag}`, level: 1 })).toBeVisible();
  await expect(admin.getByText('Stopped: 0 at once')).toBeVisible();

  const activity = { key: 'pay', name: 'Pay', type: 'EXECUTE_FUNCTION', settings: { function: 'pay-out' } };
  const definition = {
    key: process,
    name: `Paying ${tag}`,
    subject: { type: 'order' },
    startableBy: ['administrator'],
    maxAge: 'P30D',
    steps: [
      { key: 'start', type: 'START' },
      { key: 'paying', type: 'AUTOMATED', name: 'Paying', activities: [{ ...activity, resource: key }] },
      { key: 'paid', type: 'END', outcome: 'paid' },
    ],
    transitions: [
      { key: 'begin', from: 'start', to: 'paying' },
      { key: 'pay', from: 'paying', to: 'paid' },
    ],
  };
  await call(admin, 'PUT', `/definitions/${process}`, { definition });
  await call(admin, 'POST', `/definitions/${process}/publish`, {});
  const start = (id: string) =>
    call(admin, 'POST', '/instances', { definition: process, subject: { id: `${process}-${id}` } });
  await start('1');
  const second = await start('2');

  await admin.goto(`/instances/${second}`);
  const answer = admin.getByRole('region', { name: 'Where it is' });
  await expect(answer).toContainText(`“Pay” waits for room at Bank ${tag}, 1 before it.`);
  await picture(admin, 'instance-waits-for-room');

  await admin.goto(`/administration/resources/${key}`);
  await expect(admin.getByRole('region', { name: 'In line' }).getByRole('row')).toHaveCount(3);
  await picture(admin, 'resource');
  await admin.getByRole('button', { name: 'Change' }).click();
  await admin.getByLabel('At once', { exact: true }).fill('2');
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByText('Nothing waits for room.')).toBeVisible();

  await admin.goto('/administration/resources');
  await expect(admin.getByRole('row', { name: `Bank ${tag}` })).toContainText('2 at once');
  await picture(admin, 'resources');
});
