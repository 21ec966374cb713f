import { expect, test } from '@playwright/test';
import { marcus, sofia, tom } from '@/lib/demo/accounts';
import { violations } from '../pages/axe';
import { signedIn } from '../pages/person';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no screen has an accessibility violation that axe can find (${colorScheme})`, async ({ browser }) => {
    // The content security policy rightly keeps foreign scripts such as axe out.
    const options = { colorScheme, bypassCSP: true };
    const anonymous = await (
      await browser.newContext({ ...options, baseURL: process.env['E2E_URL'] })
    ).newPage();
    await anonymous.goto('/sign-in');
    expect.soft(await violations(anonymous), 'sign-in').toEqual([]);

    const approver = await signedIn(browser, marcus, '/', options);
    for (const address of ['/', '/inbox?view=groups', '/start', '/start/refund', '/requests']) {
      await approver.goto(address);
      expect.soft(await violations(approver), address).toEqual([]);
    }
    const support = await signedIn(browser, tom, '/instances', options);
    expect.soft(await violations(support), '/instances').toEqual([]);
    await support.getByRole('row').nth(1).getByRole('link').first().click();
    await expect(support).toHaveURL(/\/instances\/./);
    expect.soft(await violations(support), 'an instance').toEqual([]);

    const designer = await signedIn(browser, sofia, '/definitions', options);
    for (const address of ['/definitions', '/definitions/refund', '/definitions/refund/versions/1']) {
      await designer.goto(address);
      expect.soft(await violations(designer), address).toEqual([]);
    }
  });
}
