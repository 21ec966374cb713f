import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import { sofia } from '@/lib/demo/accounts';
import { writeBpmn } from '@/lib/bpmn/write-bpmn';
import { templates } from '@/lib/definitions/templates/templates';
import { signedIn } from '../pages/person';

const viewer = createRequire(import.meta.url).resolve('bpmn-js/dist/bpmn-viewer.production.min.js');

type Opened = { readonly warnings: readonly string[]; readonly shapes: number; readonly connections: number };

/** Opens a file as a reader of bpmn.io's own library does. */
async function openInBpmnJs(page: Page, xml: string): Promise<Opened> {
  return page.evaluate(async (text) => {
    type Drawn = { readonly type: string; readonly waypoints?: unknown };
    type Viewer = {
      importXML(xml: string): Promise<{ warnings: { message: string }[] }>;
      get(name: 'elementRegistry'): { filter(test: (one: Drawn) => boolean): Drawn[] };
      destroy(): void;
    };
    const { BpmnJS } = window as unknown as { BpmnJS: new (options: { container: string }) => Viewer };
    const shown = new BpmnJS({ container: '#canvas' });
    const { warnings } = await shown.importXML(text);
    const drawn = shown.get('elementRegistry').filter(({ type }) => type !== 'label');
    const connections = drawn.filter(({ waypoints }) => waypoints !== undefined).length;
    shown.destroy();
    return {
      warnings: warnings.map(({ message }) => message),
      shapes: drawn.length - connections,
      connections,
    };
  }, xml);
}

test('a process begins as a template, is tried to its end, kept as a scenario, dry run and published', async ({
  browser,
}) => {
  const page = await signedIn(browser, sofia, '/definitions');
  const name = `Days off ${Date.now() % 100_000_000}`;
  await page.getByRole('button', { name: 'New process' }).click();
  await page.getByLabel('Begin with').click();
  await page.getByRole('option', { name: 'Leave request' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  const key = await page.getByLabel('Key', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(new RegExp(`/definitions/${key}/edit$`));

  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('button', { name: 'Fill in examples' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(page.getByText('It has ended. Outcome: rejected.')).toBeVisible();
  await page.getByLabel('Keep what was played as').fill('Refused');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Refused' })).toContainText('as expected');
  await expect(page.getByRole('region', { name: 'What the scenarios reach' })).toContainText(/5 of 8 steps/);

  await page.getByRole('button', { name: 'Begin anew' }).click();
  await page.getByRole('button', { name: 'Fill in examples' }).click();
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByText('Could decide:').first()).toBeVisible();
  await expect(page.getByText('Mail to')).toBeVisible();
  await page.getByRole('combobox', { name: /taken for granted/ }).click();
  await page.getByRole('option', { name: /Reject/ }).click();
  await expect(page.getByText('was not approved').first()).toBeVisible();

  await page.getByRole('button', { name: 'Publish version 1' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/definitions/${key}/versions/1$`));
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
});

test('what is exported as BPMN opens in bpmn-js, with every step and every transition', async ({ page }) => {
  await page.setContent('<div id="canvas" style="width: 1200px; height: 600px"></div>');
  await page.addScriptTag({ path: viewer });
  for (const definition of templates) {
    const opened = await openInBpmnJs(page, await writeBpmn(definition, {}));

    expect(opened.warnings, definition.key).toEqual([]);
    expect(opened.connections, definition.key).toBeGreaterThanOrEqual(definition.transitions.length);
    expect(opened.shapes, definition.key).toBeGreaterThanOrEqual(definition.steps.length);
  }
});
