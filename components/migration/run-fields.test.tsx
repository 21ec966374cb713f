// @vitest-environment jsdom
import { NextIntlClientProvider } from 'next-intl';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { named, press, settled, type } from '@/components/designer/inspector/screen-for-tests';
import messages from '@/messages/en.json';
import { RunFields } from './run-fields';

const checked = { total: 3, ready: 3, needsData: 0, blocked: 0, items: [] };

it('a migration is not run without the care that was asked for in words that are no number', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const holder = document.createElement('div');
  document.body.append(holder);
  const root = createRoot(holder);
  const onRun = vi.fn();
  root.render(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <RunFields checked={checked} busy={false} onRun={onRun} />
    </NextIntlClientProvider>,
  );
  await settled();
  const [canary] = holder.querySelectorAll('input');
  await type(holder.querySelector('textarea')!, 'The new version');

  await type(canary!, 'five');
  await press(named(holder, 'Prepare the migration of 3 instances'));
  expect(onRun).not.toHaveBeenCalled();
  expect(holder.textContent).toContain('Write a whole number above zero.');

  await type(canary!, ' 5 ');
  await press(named(holder, 'Prepare the migration of 3 instances'));
  expect(onRun).toHaveBeenCalledWith({ reason: 'The new version', canary: 5, stopAfter: null });
  root.unmount();
  holder.remove();
});
