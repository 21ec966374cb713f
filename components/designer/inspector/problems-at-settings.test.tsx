// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { only } from '@/components/designer/document/document';
import type { Finding } from '@/lib/engine/definition/finding';
import { type Screen, settled, showInspector } from './screen-for-tests';

const found = (severity: Finding['severity'], path: string): Finding => ({
  code: 'names_differ_in_case',
  severity,
  path,
  element: 'start',
  message: `Here is a thing: ${severity}.`,
  mend: 'Mend it.',
});

let open: Screen | undefined;
afterEach(() => open?.close());

async function show(findings: readonly Finding[]) {
  open = await showInspector(
    {
      definition: {
        key: 'leave',
        name: 'Leave',
        subject: { type: 'leave' },
        steps: [
          { key: 'start', type: 'START', name: 'Begun' },
          { key: 'done', type: 'END', outcome: 'done' },
        ],
        transitions: [{ key: 'go', from: 'start', to: 'done', when: 'true' }],
      },
    },
    only({ steps: ['start'] }),
  );
  open.store.setState({ findings, checked: true });
  await settled();
  const place = open.root.querySelector<HTMLElement>('[data-setting="/steps/0/name"]')!;
  return { place, control: place.querySelector('input')! };
}

test('an error marks its field invalid, in red', async () => {
  const { place, control } = await show([found('error', '/steps/0/name')]);
  expect(place.textContent).toContain('Here is a thing: error. Mend it.');
  expect(place.querySelector('.text-danger-ink')).not.toBeNull();
  expect(control.getAttribute('aria-invalid')).toBe('true');
});

test('a warning stands at its field in the colour of warnings, said with it, and the field is valid', async () => {
  const { place, control } = await show([found('warning', '/steps/0/name')]);
  const words = [...place.querySelectorAll('.text-caution-ink')].find(({ textContent }) =>
    textContent.includes('Here is a thing: warning. Mend it.'),
  );
  expect(words?.id).toBeTruthy();
  expect(control.getAttribute('aria-describedby')).toContain(words?.id);
  expect(control.getAttribute('aria-invalid')).not.toBe('true');
  expect(place.querySelector('.text-danger-ink')).toBeNull();
});

test('of an error and a warning at the same place the error is shown', async () => {
  const { place } = await show([found('warning', '/steps/0/name'), found('error', '/steps/0/name')]);
  expect(place.textContent).toContain('Here is a thing: error.');
  expect(place.textContent).not.toContain('Here is a thing: warning.');
});
