import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

type Violation = { readonly id: string; readonly nodes: readonly { readonly target: readonly unknown[] }[] };

/** What axe finds on the page, as `rule: element`. The page's context has to bypass the content security policy. */
export async function violations(page: Page): Promise<string[]> {
  // Not until the network is idle: the stream of changes never ends.
  await page.waitForLoadState('load');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.addScriptTag({ path: axe });
  let found = await look(page);
  // Until the browser's code has taken the server's page over, some fields have no name yet.
  for (let again = 0; found.length > 0 && again < 10; again += 1) {
    await page.waitForTimeout(500);
    found = await look(page);
  }
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`));
}

function look(page: Page): Promise<Violation[]> {
  return page.evaluate(async () => {
    const { axe: tool } = window as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } };
    return (await tool.run()).violations;
  });
}
