import { expect, type Locator, type Page } from '@playwright/test';

/** The designer as a person at a mouse uses it. */
export class DesignerPage {
  constructor(readonly page: Page) {}

  get settings(): Locator {
    return this.page.getByRole('region', { name: /^Settings of/ });
  }

  /** The name of what is selected; the outcomes of a task have names too. */
  get name(): Locator {
    return this.settings.getByLabel('Name', { exact: true }).first();
  }

  step(name: string): Locator {
    return this.page.locator('.react-flow__node').filter({ hasText: name });
  }

  /** Begins a process from the list of definitions. */
  async begin(name: string): Promise<string> {
    await this.page.getByRole('button', { name: 'New process' }).click();
    await this.page.getByLabel('Name', { exact: true }).fill(name);
    const key = await this.page.getByLabel('Key', { exact: true }).inputValue();
    await this.page.getByRole('button', { name: 'Create' }).click();
    await expect(this.page).toHaveURL(new RegExp(`/definitions/${key}/edit$`));
    await expect(this.page.locator('.react-flow__pane')).toBeVisible();
    return key;
  }

  /** Drags a step type from the palette to a place of the canvas and names the step. */
  async drag(type: string, at: { x: number; y: number }, name: string): Promise<void> {
    await this.page
      .getByRole('button', { name: new RegExp(`^Add: ${type} `) })
      .dragTo(this.page.locator('.react-flow__pane'), { targetPosition: at });
    await this.name.fill(name);
    await expect(this.step(name)).toBeVisible();
  }

  /** Brings every step into view. */
  async showAll(): Promise<void> {
    await this.page.getByRole('button', { name: 'Show all' }).click();
    // The drawing begins to move a moment after the click, and what is dragged while it moves is missed.
    const viewport = this.page.locator('.react-flow__viewport');
    await expect(async () => {
      const stands = await viewport.getAttribute('style');
      await this.page.waitForTimeout(300);
      expect(await viewport.getAttribute('style')).toBe(stands);
    }).toPass();
  }

  /** Draws a transition from the right edge of one step to the left edge of another. */
  async connect(from: string, to: string): Promise<void> {
    const transitions = this.page.locator('.react-flow__edge');
    const before = await transitions.count();
    const target = this.step(to).locator('.react-flow__handle.target');
    await this.step(from).locator('.react-flow__handle.source').dragTo(target);
    await expect(transitions).toHaveCount(before + 1);
    await expect(this.settings.getByLabel('Taken', { exact: true })).toBeVisible();
  }

  /** Chooses an option of a list in the settings. */
  async choose(label: string, option: string): Promise<void> {
    await this.settings.getByLabel(label, { exact: true }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  async saved(): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  }

  /** Adds a field to the process's input. */
  async inputField(title: string, kind: string): Promise<void> {
    const input = this.settings.getByRole('group', { name: 'Input' });
    await input.getByRole('button', { name: 'Add a field' }).click();
    await input.getByLabel('Title').last().fill(title);
    if (kind !== 'Text') {
      await input.getByLabel('Kind').last().click();
      await this.page.getByRole('option', { name: kind, exact: true }).click();
    }
    await input.getByRole('checkbox', { name: 'Has to be filled in' }).last().click();
    await input.getByRole('button', { name: new RegExp(`^${title}`) }).click();
  }

  /** Builds a condition of one line that compares a field with another one, both chosen by their words. */
  async condition(field: string, comparison: string, other: string): Promise<void> {
    const condition = this.settings.getByRole('group', { name: 'Condition' });
    const pick = async (list: string, words: string) => {
      await condition.getByRole('combobox', { name: list, exact: true }).click();
      await this.page.getByRole('combobox', { name: 'Search fields' }).fill(words);
      await this.page.getByRole('option', { name: words }).first().click();
    };
    await condition.getByRole('button', { name: 'Add a line' }).click();
    await pick('Field', field);
    await this.choose('Comparison', comparison);
    await this.choose('Compared with', 'a field');
    await pick('Other field', other);
  }
}
