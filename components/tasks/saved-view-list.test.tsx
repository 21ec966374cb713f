// @vitest-environment jsdom
import { NextIntlClientProvider } from 'next-intl';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { SavedView } from '@/lib/inbox/schema';
import messages from '@/messages/en.json';
import { usualQuery } from './inbox-address';
import { InboxViews } from './inbox-views';
import { SavedViewList } from './saved-view-list';

vi.mock('@/lib/inbox/actions', () => ({}));
vi.mock('@/lib/saved-views/actions', () => ({}));
vi.mock('next/navigation', () => ({ useRouter: () => ({}) }));

const shared: SavedView = {
  id: 'v',
  name: 'Large refunds',
  colour: 'blue',
  query: usualQuery('groups'),
  sharedWith: '*',
  owner: { id: 'p', name: 'Ann Lee' },
  own: false,
  hidden: false,
  count: 3,
};

const counts = { mine: 0, groups: 3, acting: 0, snoozed: 0, waiting: 0, done: 0, overdue: 0 };

const inEnglish = (list: ReactNode) => (
  <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
    {list}
  </NextIntlClientProvider>
);
const shown = (view: SavedView, tidies: boolean) =>
  renderToStaticMarkup(
    inEnglish(<SavedViewList saved={[view]} query={usualQuery('mine')} roles={[]} tidies={tidies} />),
  );

it('says who shares a view, and lets everybody who sees it act on it', () => {
  expect(shown(shared, false)).toContain('title="Shared by Ann Lee"');
  expect(shown(shared, false)).toContain('Actions for the view Large refunds');
  expect(shown({ ...shared, own: true }, false)).not.toContain('Shared by');
});

it('keeps a view that its reader has hidden out of the list, and says how many there are', () => {
  const list = shown({ ...shared, hidden: true, count: null }, false);

  expect(list).not.toContain('Large refunds');
  expect(list).toContain('1 hidden');
});

it('offers where there is no rail to hide the shared view that is open, and to see hidden ones again', () => {
  const tabs = (view: SavedView) =>
    renderToStaticMarkup(
      inEnglish(
        <InboxViews views={['mine']} saved={[view]} counts={counts} query={view.query} look="tabs" />,
      ),
    );

  expect(tabs(shared)).toContain('Hide from my list');
  expect(tabs({ ...shared, own: true })).not.toContain('Hide from my list');
  const hidden = tabs({ ...shared, hidden: true, count: null });
  expect(hidden).toContain('1 hidden');
  expect(hidden).not.toContain('Large refunds');
});

it.each([
  [
    'the rail',
    (saved: readonly SavedView[]) => (
      <SavedViewList saved={saved} query={usualQuery('mine')} roles={[]} tidies={false} />
    ),
  ],
  [
    'the tabs',
    (saved: readonly SavedView[]) => (
      <InboxViews views={['mine']} saved={saved} counts={counts} query={shared.query} look="tabs" />
    ),
  ],
])('gives the focus of %s to what takes the place of a hidden view, and back', (_, list) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const holder = document.createElement('div');
  document.body.append(holder);
  const root = createRoot(holder);
  const show = (saved: readonly SavedView[]) => act(() => root.render(inEnglish(list(saved))));
  const hidden = { ...shared, hidden: true, count: null };

  show([shared]);
  act(() => holder.querySelector('button')!.focus());
  show([hidden]);
  expect(document.activeElement?.textContent).toBe('1 hidden');

  show([shared]);
  expect(document.activeElement).toBe(holder.querySelector('a'));
  act(() => root.unmount());
  holder.remove();
  vi.unstubAllGlobals();
});
