// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { only } from '@/components/designer/document/document';
import {
  loaded,
  named,
  press,
  type Screen,
  showInspector,
} from '@/components/designer/inspector/screen-for-tests';

let open: Screen | undefined;
afterEach(() => open?.close());

// What jsdom lacks of a browser.
Object.assign(globalThis, { CSS: { escape: (text: string) => text } });
HTMLElement.prototype.scrollIntoView = () => undefined;

test('from what undoes an activity one comes to its settings', async () => {
  open = await showInspector(
    {
      definition: {
        key: 'claim',
        name: 'Claim',
        subject: { type: 'claim' },
        steps: [
          { key: 'start', type: 'START' },
          {
            key: 'reserving',
            type: 'AUTOMATED',
            activities: [
              {
                key: 'reserve',
                type: 'EXECUTE_FUNCTION',
                settings: { function: 'reserve' },
                compensation: 'release',
              },
            ],
          },
          { key: 'done', type: 'END', outcome: 'done' },
        ],
        transitions: [
          { key: 'begin', from: 'start', to: 'reserving' },
          { key: 'end', from: 'reserving', to: 'done' },
        ],
        compensations: [
          { key: 'other', type: 'EXECUTE_FUNCTION', settings: { function: 'other' } },
          {
            key: 'release',
            name: 'Release it',
            type: 'EXECUTE_FUNCTION',
            settings: { function: 'release' },
          },
        ],
      },
    },
    only({ steps: ['reserving'] }),
  );
  const { root, store } = open;
  await loaded(() => named(root, 'Settings of “Release it”'));

  await press(named(root, 'Settings of “Release it”'));

  expect(store.getState().selection.steps).toEqual([]);
  expect(store.getState().focus?.path).toBe('/compensations/1');
});
