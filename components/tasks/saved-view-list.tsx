'use client';

import { BookmarkPlus, EllipsisVertical, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { HiddenViews, HideItem, useFocusAfterHiding } from '@/components/saved-views/hiding';
import { AlertDialog } from '@/components/ui/alert-dialog';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { notify } from '@/components/ui/toast';
import { changeViewAction, deleteViewAction } from '@/lib/inbox/actions';
import type { InboxQuery, SavedView } from '@/lib/inbox/schema';
import { inboxAddress, isNarrowed, queryKey, usualQuery } from './inbox-address';
import { RailLink } from './rail-link';
import { type Role, SavedViewDialog } from './saved-view-dialog';
import { ViewDot } from './view-dot';

/** Views that are kept under a name, the reader's own and those shared with them; and keeping the present list as one. */
export function SavedViewList({
  saved,
  query,
  roles,
  tidies,
}: {
  saved: readonly SavedView[];
  query: InboxQuery;
  roles: readonly Role[];
  /** The reader may delete what others share, too. */
  tidies: boolean;
}) {
  const t = useTranslations('inbox.saved');
  const views = useTranslations('savedViews');
  const [editing, setEditing] = useState<SavedView | 'new' | null>(null);
  const [deleting, setDeleting] = useState<SavedView | null>(null);
  const list = useFocusAfterHiding<HTMLElement>(saved);
  const listed = saved.filter((view) => !view.hidden);
  const present = queryKey(query);
  const known = listed.some((view) => queryKey(view.query) === present);
  const special = isNarrowed(query) || queryKey(usualQuery(query.view)) !== present;

  async function replace(view: SavedView) {
    const result = await changeViewAction(view.id, { query });
    if (!result.ok) notify({ tone: 'caution', title: t('notKept'), description: result.refusal.message });
  }

  return (
    <section ref={list} aria-label={t('title')} className="mt-4 border-t border-line pt-3">
      <h2 className="px-2 pb-1 text-xs font-medium text-faint">{t('title')}</h2>
      <ul className="flex flex-col gap-0.5">
        {listed.map((view) => (
          <li key={view.id} className="group flex items-center">
            <RailLink
              href={inboxAddress(view.query)}
              label={view.name}
              mark={<ViewDot colour={view.colour} className="mx-0.75" />}
              count={view.count ?? undefined}
              title={view.own ? undefined : views('sharedBy', { name: view.owner.name })}
              current={queryKey(view.query) === present}
            />
            <Menu
              trigger={
                <IconButton
                  size="sm"
                  label={t('menu', { name: view.name })}
                  icon={<EllipsisVertical aria-hidden />}
                />
              }
            >
              {view.own ? (
                <>
                  <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setEditing(view)}>
                    {t('change')}
                  </MenuItem>
                  <MenuItem
                    icon={<RefreshCw aria-hidden />}
                    disabled={queryKey(view.query) === present}
                    onSelect={() => void replace(view)}
                  >
                    {t('replace')}
                  </MenuItem>
                </>
              ) : (
                <HideItem view={view} />
              )}
              {view.own || tidies ? (
                <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={() => setDeleting(view)}>
                  {t('delete')}
                </MenuItem>
              ) : null}
            </Menu>
          </li>
        ))}
      </ul>
      <HiddenViews views={saved.filter((view) => view.hidden)} className="mt-1" />
      {special && !known ? (
        <Button
          size="sm"
          variant="quiet"
          icon={<BookmarkPlus aria-hidden />}
          onClick={() => setEditing('new')}
          className="mt-1"
        >
          {t('saveThis')}
        </Button>
      ) : saved.length === 0 ? (
        <p className="px-2 text-xs text-muted">{t('none')}</p>
      ) : null}
      {editing ? (
        <SavedViewDialog
          query={query}
          view={editing === 'new' ? null : editing}
          roles={roles}
          onClose={() => setEditing(null)}
        />
      ) : null}
      <AlertDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('deleteTitle', { name: deleting?.name ?? '' })}
        description={t('deleteText')}
        confirmLabel={t('delete')}
        tone="danger"
        onConfirm={async () => {
          const result = deleting && (await deleteViewAction(deleting.id));
          if (result?.ok === false)
            notify({ tone: 'danger', title: views('failed'), description: result.refusal.message });
        }}
      />
    </section>
  );
}
