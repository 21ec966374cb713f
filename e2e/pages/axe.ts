import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

type Violation = { readonly id: string; readonly nodes: readonly { readonly target: readonly unknown[] }[] };

/**
 * What axe finds on the page in the light theme, and of its colours in the dark one, as `theme, rule: element`. The page's
 * context has to bypass the content security policy, which rightly keeps foreign scripts out.
 */
export async function violations(page: Page): Promise<string[]> {
  // Not until the network is idle: the stream of changes never ends.
  await page.waitForLoadState('load');
  // While a dialog is open, the heading of the page behind it is hidden.
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('alertdialog'))).toBeVisible();
  await page.addScriptTag({ path: axe });
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await found(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  // The themes differ in their colours only.
  return [...light, ...(await found(page, 'dark', ['color-contrast']))];
}

async function found(page: Page, theme: string, rules: readonly string[] | null = null): Promise<string[]> {
  let found = await look(page, rules);
  // Until the browser's code has taken the server's page over, some fields have no name yet.
  for (let again = 0; found.length > 0 && again < 10; again += 1) {
    await page.waitForTimeout(500);
    found = await look(page, rules);
  }
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${theme}, ${id}: ${String(target)}`));
}

function look(page: Page, rules: readonly string[] | null): Promise<Violation[]> {
  return page.evaluate(async (only) => {
    const { axe: tool } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
    };
    return (await tool.run(only ? { runOnly: only } : {})).violations;
  }, rules);
}
