import { NextIntlClientProvider } from 'next-intl';
import { createRoot } from 'react-dom/client';
import type { DesignDocument, Selection } from '@/components/designer/document/document';
import { createDesigner, DesignerProvider, type DesignerStore, select } from '@/components/designer/store';
import type { DesignWorld } from '@/lib/definitions/schema';
import messages from '@/messages/en.json';
import { Inspector } from './inspector';

/** A world of which nothing is known, for designers in tests. */
export const emptyWorld: DesignWorld = {
  roles: null,
  rules: null,
  functions: null,
  secrets: null,
  definitions: null,
  activityTypes: null,
  roleNames: {},
  ruleValues: {},
  calendarValues: {},
  people: [],
  timeZone: 'UTC',
};

export type Screen = {
  readonly root: HTMLElement;
  readonly store: DesignerStore;
  readonly close: () => Promise<void>;
};

/** The inspector on a page of a browser that the test plays; a text that is missing fails. */
export async function showInspector(
  document: Pick<DesignDocument, 'definition'> & Partial<DesignDocument>,
  selection: Selection,
  world: Partial<DesignWorld> = {},
): Promise<Screen> {
  Object.assign(globalThis, { ResizeObserver: NoObserver });
  const store = createDesigner(
    { layout: {}, scenarios: [], ...document },
    {
      known: { ...emptyWorld, ...world },
      readOnly: false,
      publishedSteps: new Set(),
      save: { kind: 'saved', revision: 1 },
    },
  );
  select(store, selection);
  const holder = globalThis.document.createElement('div');
  globalThis.document.body.append(holder);
  const root = createRoot(holder);
  const screen = (
    <NextIntlClientProvider
      locale="en"
      timeZone="UTC"
      messages={messages}
      onError={(error) => {
        throw error;
      }}
    >
      <DesignerProvider value={store}>
        <Inspector />
      </DesignerProvider>
    </NextIntlClientProvider>
  );
  root.render(screen);
  await settled();
  return {
    root: holder,
    store,
    close: async () => {
      root.unmount();
      await settled();
      holder.remove();
    },
  };
}

/** Lets the page draw what follows from what was done. */
export function settled(): Promise<void> {
  return new Promise((done) => setTimeout(done, 20));
}

/** Waits until something that is loaded only when it is needed is there. */
export async function loaded(find: () => unknown): Promise<void> {
  for (let times = 0; times < 1000 && !find(); times += 1) await settled();
  if (!find()) throw new Error('it was never loaded');
}

/** Types into a field, as its own events say it. */
export async function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  const prototype = field.tagName === 'TEXTAREA' ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await settled();
}

/** Presses a button. */
export async function press(button: HTMLElement | null | undefined): Promise<void> {
  if (!button) throw new Error('there is no such button');
  button.click();
  await settled();
}

/** The button, field or list of that name. */
export function named<T extends HTMLElement = HTMLElement>(root: ParentNode, name: string): T | undefined {
  return [...root.querySelectorAll<T>('button, input, textarea, [role="combobox"]')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent?.trim()) === name,
  );
}

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
