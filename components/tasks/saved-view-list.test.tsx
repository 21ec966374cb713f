import { NextIntlClientProvider } from 'next-intl';
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

const shown = (view: SavedView, tidies: boolean) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <SavedViewList saved={[view]} query={usualQuery('mine')} roles={[]} tidies={tidies} />
    </NextIntlClientProvider>,
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
      <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
        <InboxViews views={['mine']} saved={[view]} counts={counts} query={view.query} look="tabs" />
      </NextIntlClientProvider>,
    );
  const counts = { mine: 0, groups: 3, acting: 0, snoozed: 0, waiting: 0, done: 0, overdue: 0 };

  expect(tabs(shared)).toContain('Hide from my list');
  expect(tabs({ ...shared, own: true })).not.toContain('Hide from my list');
  const hidden = tabs({ ...shared, hidden: true, count: null });
  expect(hidden).toContain('1 hidden');
  expect(hidden).not.toContain('Large refunds');
});
