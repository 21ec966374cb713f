import type { Page } from '@playwright/test';

export type RefundOrder = { readonly order: string; readonly customer: string; readonly amount: string };

/** Fills the refund's form, as a requester at /start/refund does, and sends it. */
export async function requestRefund(
  page: Page,
  { order, customer, amount }: RefundOrder,
  how: 'once' | 'twice' = 'once',
): Promise<void> {
  const form = page.getByRole('main');
  await form.getByLabel('Order number').fill(order);
  await form.getByLabel('Customer').fill(customer);
  await form.getByLabel('Amount').fill(amount);
  await form.getByLabel('Reason', { exact: true }).click();
  await page.getByRole('option', { name: 'Arrived damaged' }).click();
  await form.getByRole('button', { name: 'Send request' }).click({ clickCount: how === 'twice' ? 2 : 1 });
}
