import { expect, type Locator, test } from '@playwright/test';
import { daniel, emma, marcus, sofia, tom } from '@/lib/demo/accounts';
import { violations } from '../pages/axe';
import { DesignerPage } from '../pages/designer';
import { signedIn } from '../pages/person';
import { dataFolder, stopWebServer } from '../setup/processes';

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
  await designer.begin(`Kept ${unique()}`);
  await designer.saved();

  // Nothing that is sent arrives: loud, and the work goes on, also after a reload.
  await page.route('**/api/workflows/definitions/**', (route) => route.abort());
  await designer.drag('Start', { x: 80, y: 160 }, 'Begun');
  await expect(page.getByText(/Not saved: the server does not answer/)).toBeVisible();
  await designer.drag('Task', { x: 320, y: 160 }, 'Looking');
  await page.reload();
  await expect(page.getByText(/taken up again from this browser/)).toBeVisible();
  await expect(designer.step('Looking')).toBeVisible();
  await expect(page.getByText(/Not saved/)).toBeVisible();
  await page.unroute('**/api/workflows/definitions/**');
  await designer.saved();

  // The server itself is stopped: loud, the work goes on, and is saved by itself when the server is back.
  const stopped = dataFolder() ? stopWebServer() : null;
  try {
    await designer.drag('End', { x: 560, y: 160 }, 'Looked');
    if (stopped) await expect(page.getByText(/Not saved: the server does not answer/)).toBeVisible();
    await designer.connect('Looking', 'Looked');
  } finally {
    stopped?.start();
  }
  await designer.saved();
  await page.reload();
  await expect(designer.step('Looked')).toBeVisible();
  await expect(page.locator('.react-flow__edge')).toHaveCount(1);
});

test('two people on one draft see each other, and neither writes over what the other has saved', async ({
  browser,
}) => {
  const page = await signedIn(browser, sofia, '/definitions');
  const designer = new DesignerPage(page);
  const key = await designer.begin(`Shared ${unique()}`);
  await designer.saved();
  const other = await signedIn(browser, daniel, `/definitions/${key}/edit`);
  const theirs = new DesignerPage(other);
  await expect(other.getByText(`${sofia.name} is here too`)).toBeVisible();
  await expect(page.getByText(`${daniel.name} is here too`)).toBeVisible();

  // What one saves is said to the other at once, and nothing is written over before one of the two is chosen.
  await theirs.drag('End', { x: 500, y: 300 }, 'Theirs');
  await theirs.saved();
  await expect(page.getByText(`${daniel.name} has saved this process since you opened it`)).toBeVisible();
  await expect(page.getByText(/Yours differs in: .*Theirs/)).toBeVisible();
  await designer.drag('End', { x: 500, y: 100 }, 'Mine');
  await page.getByRole('button', { name: 'Go on with theirs' }).click();
  await expect(designer.step('Theirs')).toBeVisible();
  await expect(designer.step('Mine')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(designer.step('Mine')).toBeVisible();
  await designer.saved();

  // Who closes it is gone for the other.
  await other.close();
  await expect(page.getByText(`${daniel.name} is here too`)).toHaveCount(0);
});

test('the same refund is drawn in the list view by keyboard alone, published, and run to its end', async ({
  browser,
}) => {
  const page = await signedIn(browser, sofia, '/definitions');
  const designer = new DesignerPage(page);
  const { settings } = designer;
  const enter = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  const write = async (field: Locator, text: string) => {
    await field.press('Control+a');
    await field.pressSequentially(text);
  };
  const choose = async (list: Locator, words: string) => {
    await list.press('Enter');
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
  };
  const add = async (button: string, type: string, name: string) => {
    await enter(button);
    await page.getByRole('menuitem', { name: type, exact: true }).press('Enter');
    await designer.name.pressSequentially(name);
  };

  await enter('New process');
  await page.getByLabel('Name', { exact: true }).pressSequentially(`Refund by keys ${unique()}`);
  const key = await page.getByLabel('Key', { exact: true }).inputValue();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'List' }).press('Enter');

  await write(settings.getByLabel('Kind of subject'), 'order');
  await settings.getByRole('checkbox', { name: 'Employee' }).press('Space');
  const input = settings.getByRole('group', { name: 'Input' });
  for (const title of ['Order number', 'Customer', 'Amount']) {
    await input.getByRole('button', { name: 'Add a field' }).press('Enter');
    await write(input.getByLabel('Title').last(), title);
    if (title === 'Amount') await choose(input.getByLabel('Kind').last(), 'Number');
    await input.getByRole('checkbox', { name: 'Has to be filled in' }).last().press('Space');
    await input.getByRole('button', { name: new RegExp(`^${title}`) }).press('Enter');
  }
  await settings.getByRole('button', { name: 'More settings' }).press('Enter');
  await settings.getByLabel(/^Maximum age/).pressSequentially('30');

  await add('Add a step', 'Start', 'Refund requested');
  await add('Add a step after Refund requested', 'Decision', 'Over the limit?');
  await add('Add a step after Over the limit?', 'Task', 'Manager approval');
  await settings.getByRole('checkbox', { name: 'Refund approver' }).press('Space');
  await add('Add a step after Manager approval', 'Automatic', 'Paying');
  await add('Add a step after Paying', 'End', 'Refunded');
  await add('Add a step after Manager approval', 'End', 'Rejected');
  await write(settings.getByLabel('Outcome', { exact: true }), 'rejected');
  await enter('Connect Over the limit? to…');
  await page.getByRole('menuitem', { name: 'Paying' }).press('Enter');
  await settings.getByRole('checkbox', { name: /^Otherwise/ }).press('Space');
  await enter('When done → Manager approval');
  await settings.getByRole('button', { name: 'Write it as an expression' }).press('Enter');
  const condition = settings.getByRole('group', { name: 'Condition' }).getByRole('textbox');
  await condition.pressSequentially('context.amount > rules.refund_limit');

  // One transition too many is taken back by a key.
  await enter('Connect Manager approval to…');
  await page.getByRole('menuitem', { name: 'Rejected' }).press('Enter');
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: 'Reject → Rejected', exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: /^Problems/ }).press('Enter');
  await expect(page.getByText('Nothing was found. It can be published.')).toBeVisible();
  await designer.saved();
  await enter('Publish version 1');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).press('Enter');
  await expect(page).toHaveURL(/versions\/1/);

  await run(browser, key, unique());
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
