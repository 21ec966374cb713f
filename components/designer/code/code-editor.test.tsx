// @vitest-environment jsdom
import { NextIntlClientProvider } from 'next-intl';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { settled } from '@/components/designer/inspector/screen-for-tests';
import messages from '@/messages/en.json';
import { CodeEditor } from './code-editor';

let close: () => void = () => {};
afterEach(() => close());

function Written({ begin }: { begin: string }) {
  const [text, setText] = useState(begin);
  return (
    <CodeEditor value={text} readOnly={false} namesFor={() => []} onChange={setText} onBlur={() => {}} />
  );
}

test('Ctrl-Space offers what fits, the arrow keys choose, and Enter writes it', async () => {
  Object.assign(HTMLElement.prototype, { scrollIntoView: () => {} });
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => null });
  Object.assign(document, { execCommand: () => false });
  const holder = document.body.appendChild(document.createElement('div'));
  const root = createRoot(holder);
  close = () => root.unmount();
  const begin = '{ "steps": [{ "type": "ST" }] }';
  root.render(
    <NextIntlClientProvider locale="en" messages={messages}>
      <Written begin={begin} />
    </NextIntlClientProvider>,
  );
  await settled();
  const field = holder.querySelector('textarea')!;
  const press = async (key: string, ctrlKey = false) => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));
    await settled();
  };

  field.setSelectionRange(begin.indexOf('ST') + 2, begin.indexOf('ST') + 2);
  await press(' ', true);
  expect([...holder.querySelectorAll('[role="option"]')].map((one) => one.textContent)).toEqual(['START']);
  expect(field.getAttribute('aria-activedescendant')).toBe(holder.querySelector('[role="option"]')!.id);

  await press('Enter');
  expect(field.value).toBe('{ "steps": [{ "type": "START" }] }');
  expect(holder.querySelector('[role="listbox"]')).toBeNull();
});
