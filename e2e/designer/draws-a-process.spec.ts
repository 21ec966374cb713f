import { expect, test } from '@playwright/test';
import { emma, marcus, sofia, tom } from '@/lib/demo/accounts';
import { violations } from '../pages/axe';
import { DesignerPage } from '../pages/designer';
import { signedIn } from '../pages/person';

const unique = () => `${Date.now() % 100_000_000}`;

test('a refund is drawn from an empty canvas by mouse, published, and run to its end', async ({
  browser,
}) => {
  const page = await signedIn(browser, sofia, '/definitions');
  const designer = new DesignerPage(page);
  const name = `Refund by mouse ${unique()}`;
  const key = await designer.begin(name);

  await designer.drag('Start', { x: 60, y: 120 }, 'Refund requested');
  await designer.drag('Decision', { x: 210, y: 240 }, 'Over the limit?');
  await designer.drag('Task', { x: 400, y: 120 }, 'Manager approval');
  await designer.drag('Automatic', { x: 420, y: 400 }, 'Paying');
  await designer.drag('End', { x: 600, y: 300 }, 'Refunded');
  await designer.drag('End', { x: 640, y: 160 }, 'Rejected');
  await designer.settings.getByLabel('Outcome', { exact: true }).fill('rejected');

  await designer.step('Manager approval').click();
  await designer.settings.getByRole('checkbox', { name: 'Refund approver' }).click();
  await designer.step('Paying').click();
  await designer.settings.getByRole('button', { name: 'Add an activity' }).click();
  await page.getByRole('menuitem', { name: 'Run a function' }).click();
  await designer.choose('Function', 'pay-out');
  await designer.settings
    .getByRole('button', { name: 'Add: Input' })
    .or(designer.settings.getByRole('button', { name: 'Add to Input' }))
    .first()
    .click();
  await designer.settings.getByLabel('Name 1').fill('to');
  await designer.settings.getByLabel('Value of to').fill('context.customer');
  await designer.settings.getByRole('button', { name: 'Add to Input' }).click();
  await designer.settings.getByLabel('Name 2').fill('amount');
  await designer.settings.getByLabel('Value of amount').fill('context.amount');

  await page.locator('.react-flow__pane').click({ position: { x: 30, y: 560 } });
  await designer.settings.getByLabel('Kind of subject').fill('order');
  await designer.settings.getByRole('checkbox', { name: 'Employee' }).click();
  await designer.inputField('Order number', 'Text');
  await designer.inputField('Customer', 'Text');
  await designer.inputField('Amount', 'Number');
  await designer.settings.getByRole('button', { name: 'More settings' }).click();
  await designer.settings.getByLabel(/^Maximum age/).fill('P30D');

  await designer.showAll();
  await designer.connect('Refund requested', 'Over the limit?');
  await designer.connect('Over the limit?', 'Manager approval');
  await designer.condition('Amount', 'is more than', 'Refund limit');
  await designer.connect('Over the limit?', 'Paying');
  await designer.settings.getByRole('checkbox', { name: /^Otherwise/ }).click();
  await designer.connect('Manager approval', 'Paying');
  await designer.connect('Manager approval', 'Rejected');
  await designer.connect('Paying', 'Refunded');

  await page.getByRole('button', { name: /^Problems/ }).click();
  await expect(page.getByText('Nothing was found. It can be published.')).toBeVisible();
  await designer.saved();

  await page.getByRole('button', { name: 'Publish version 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page).toHaveURL(new RegExp(`/definitions/${key}/versions/1`));

  const order = unique();
  await run(browser, key, order);
});

async function run(browser: Parameters<typeof signedIn>[0], key: string, order: string): Promise<void> {
  const requester = await signedIn(browser, emma, `/start/${key}`);
  const form = requester.getByRole('main');
  await form.getByLabel('Order number').fill(order);
  await form.getByLabel('Customer').fill('Ada Byron');
  await form.getByLabel('Amount').fill('1500');
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(requester).toHaveURL(/\/requests\/./);
  const instance = new URL(requester.url()).pathname.replace('/requests/', '/instances/');
  await expect(requester.getByText('Manager approval').first()).toBeVisible();

  const approver = await signedIn(browser, marcus, `/inbox?view=groups&q=${order}`);
  await approver.getByRole('link', { name: 'Manager approval' }).click();
  await approver.getByRole('button', { name: 'Approve', exact: true }).click();
  const again = approver.getByRole('button', { name: 'Approve', exact: true });
  await expect(approver.getByText('Recorded: Approve').or(again).first()).toBeVisible();
  if (await again.isVisible()) await again.click();
  await expect(approver.getByText('Recorded: Approve')).toBeVisible();

  await requester.goto(instance);
  await expect(requester.getByText('Done', { exact: true }).first()).toBeVisible();
}

test('undone all the way the canvas is empty again, and redone all the way it is drawn again', async ({
  browser,
}) => {
  const page = await signedIn(browser, sofia, '/definitions');
  const designer = new DesignerPage(page);
  await designer.begin(`Undo ${unique()}`);
  await designer.drag('Start', { x: 80, y: 160 }, 'Begun');
  await designer.drag('Task', { x: 320, y: 160 }, 'Looking');
  await designer.connect('Begun', 'Looking');
  await expect(page.locator('.react-flow__edge')).toHaveCount(1);

  const undo = page.getByRole('button', { name: 'Undo', exact: true }).first();
  while (await undo.isEnabled()) await undo.click();
  await expect(page.locator('.react-flow__node')).toHaveCount(0);
  await expect(page.getByText('Nothing is drawn yet')).toBeVisible();

  const redo = page.getByRole('button', { name: 'Redo', exact: true });
  while (await redo.isEnabled()) await redo.click();
  await expect(page.locator('.react-flow__node')).toHaveCount(2);
  await expect(page.locator('.react-flow__edge')).toHaveCount(1);
  await expect(designer.step('Looking')).toBeVisible();

  // The start stays, whatever is pressed; what is deleted comes back as it was.
  await designer.step('Begun').click();
  await page.keyboard.press('Delete');
  await expect(page.getByText('“Begun” stays')).toBeVisible();
  await designer.step('Looking').click();
  await page.keyboard.press('Delete');
  await expect(page.locator('.react-flow__edge')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(page.locator('.react-flow__edge')).toHaveCount(1);
});

test('nothing is lost by a reload in mid-edit, nor while the server is away', async ({ browser }) => {
  const page = await signedIn(browser, sofia, '/definitions');
  const designer = new DesignerPage(page);
  const key = await designer.begin(`Kept ${unique()}`);
  await designer.saved();

  // The server is away: loud, and the work goes on.
  await page.route('**/api/workflows/definitions/**', (route) => route.abort());
  await designer.drag('Start', { x: 80, y: 160 }, 'Begun');
  await expect(page.getByText(/Not saved: the server does not answer/)).toBeVisible();
  await designer.drag('Task', { x: 320, y: 160 }, 'Looking');
  await page.reload();
  await expect(page.getByText(/taken up again from this browser/)).toBeVisible();
  await expect(designer.step('Looking')).toBeVisible();
  await expect(page.getByText(/Not saved/)).toBeVisible();

  // It is back: saved by itself.
  await page.unroute('**/api/workflows/definitions/**');
  await designer.saved();
  await page.reload();
  await expect(designer.step('Looking')).toBeVisible();

  // Somebody else saves meanwhile: shown, and nothing is written over before one of the two is chosen.
  const other = await signedIn(browser, sofia, `/definitions/${key}/edit`);
  const theirs = new DesignerPage(other);
  await theirs.drag('End', { x: 500, y: 300 }, 'Theirs');
  await theirs.saved();
  await designer.drag('End', { x: 500, y: 100 }, 'Mine');
  await expect(page.getByText(/has saved this process since you opened it/)).toBeVisible();
  await page.getByRole('button', { name: 'Go on with theirs' }).click();
  await expect(designer.step('Theirs')).toBeVisible();
  await expect(designer.step('Mine')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(designer.step('Mine')).toBeVisible();
  await designer.saved();
});

test('a process is drawn, edited and cut with the keyboard in the list view alone', async ({ browser }) => {
  const page = await signedIn(browser, sofia, '/definitions');
  const designer = new DesignerPage(page);
  await page.getByRole('button', { name: 'New process' }).press('Enter');
  await page.getByLabel('Name', { exact: true }).pressSequentially(`Keys ${unique()}`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'List' }).press('Enter');

  await page.getByRole('button', { name: 'Add a step', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Start' }).press('Enter');
  await designer.name.pressSequentially('Asked');
  await page.getByRole('button', { name: 'Add a step after Asked' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Task' }).press('Enter');
  await designer.name.pressSequentially('Answering');
  await designer.settings.getByRole('checkbox', { name: 'Employee' }).press('Space');
  for (const end of ['Granted', 'Refused']) {
    await page.getByRole('button', { name: 'Add a step after Answering' }).press('Enter');
    await page.getByRole('menuitem', { name: 'End' }).press('Enter');
    await designer.name.pressSequentially(end);
  }
  await page.getByRole('button', { name: 'Connect Answering to…' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Refused' }).press('Enter');
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: 'Reject → Refused', exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Asked Start' }).press('Enter');
  await expect(designer.settings.getByRole('heading', { name: 'Asked' })).toBeVisible();
  await designer.saved();
  await page.getByRole('button', { name: /^Problems/ }).press('Enter');
  await expect(page.getByRole('region', { name: 'Problems' }).getByText(/Error/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish version 1' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).press('Enter');
  await expect(page).toHaveURL(/versions\/1/);
});

test('who may not edit sees the drawing and why; axe finds nothing in any view', async ({ browser }) => {
  const reader = await signedIn(browser, tom, '/definitions/refund/edit');
  await expect(reader.getByText('You see this process read-only')).toBeVisible();
  await expect(reader.locator('.react-flow__node')).not.toHaveCount(0);
  await expect(reader.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  const page = await signedIn(browser, sofia, '/definitions/refund/edit', { bypassCSP: true });
  await new DesignerPage(page).step('Manager approval').click();
  for (const view of ['Canvas', 'List', 'JSON']) {
    await page.getByRole('button', { name: view, exact: true }).click();
    expect.soft(await violations(page), view).toEqual([]);
  }
});
