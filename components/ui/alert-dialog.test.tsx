// @vitest-environment jsdom
import { NextIntlClientProvider } from 'next-intl';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import messages from '@/messages/en.json';
import { AlertDialog } from './alert-dialog';

it.each([
  ['normal', 1],
  ['danger', 0],
] as const)('Enter in a field of a question of the kind “%s” says yes %i times', async (tone, times) => {
  const holder = document.createElement('div');
  document.body.append(holder);
  const root = createRoot(holder);
  const [confirmed, outer] = [vi.fn(), vi.fn()];
  root.render(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <form onSubmit={outer}>
        <AlertDialog open title="Really?" confirmLabel="Yes" tone={tone} onConfirm={confirmed}>
          <input aria-label="When" />
        </AlertDialog>
      </form>
    </NextIntlClientProvider>,
  );
  const field = await vi.waitFor(
    () => document.querySelector<HTMLInputElement>('[aria-label="When"]')!.form!,
  );

  // What a browser does on Enter in a field.
  field.requestSubmit();

  expect(confirmed).toHaveBeenCalledTimes(times);
  expect(outer).not.toHaveBeenCalled();
  root.unmount();
  holder.remove();
});
