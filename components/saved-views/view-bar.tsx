'use client';

import { Bookmark, Ellipsis, Share2, Trash2, Users } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { LinkButton } from '@/components/ui/link-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { notify } from '@/components/ui/toast';
import { deleteViewAction, putViewAction, saveViewAction } from '@/lib/saved-views/actions';
import type { AddressPlace, SavedViewRow } from '@/lib/saved-views/schema';
import { HiddenViews, HideItem, useFocusAfterHiding } from './hiding';

export type ViewBarProps = {
  place: AddressPlace;
  /** Path of the list. */
  path: string;
  views: readonly SavedViewRow[];
  /** Parameters of the list as it is shown now, without those of its pages. */
  address: string;
  /** The reader may delete what others share, too. */
  tidies: boolean;
};

/** Views of a list that somebody has saved, and the way to save the one that is shown. */
export function ViewBar({ place, path, views, address, tidies }: ViewBarProps) {
  const t = useTranslations('savedViews');
  const [saving, setSaving] = useState(false);
  const bar = useFocusAfterHiding<HTMLElement>(views);
  const listed = views.filter((view) => !view.hidden);
  const current = listed.find((view) => view.address === address);
  if (views.length === 0 && address === '') return null;
  return (
    <nav ref={bar} aria-label={t('label')} className="mb-3 flex flex-wrap items-center gap-2">
      {listed.map((view) => (
        <LinkButton
          key={view.id}
          size="sm"
          variant={view === current ? 'primary' : 'secondary'}
          href={view.address === '' ? path : `${path}?${view.address}`}
          aria-current={view === current ? 'page' : undefined}
          icon={view.sharedWith ? <Users aria-hidden /> : undefined}
          title={view.sharedWith ? t('sharedBy', { name: view.owner.name }) : undefined}
        >
          {view.name}
        </LinkButton>
      ))}
      {current ? <ViewMenu view={current} tidies={tidies} /> : null}
      <HiddenViews views={views.filter((view) => view.hidden)} />
      {current === undefined && address !== '' ? (
        <Button size="sm" variant="quiet" icon={<Bookmark aria-hidden />} onClick={() => setSaving(true)}>
          {t('save')}
        </Button>
      ) : null}
      <SaveDialog place={place} address={address} open={saving} onOpenChange={setSaving} />
    </nav>
  );
}

function ViewMenu({ view, tidies }: { view: SavedViewRow; tidies: boolean }) {
  const t = useTranslations('savedViews');
  const say = (done: string) => (result: { ok: boolean; refusal?: { message: string } }) =>
    notify(
      result.ok
        ? { tone: 'positive', title: done }
        : { tone: 'danger', title: t('failed'), description: result.refusal?.message },
    );
  return (
    <Menu
      trigger={
        <IconButton size="sm" label={t('menu', { name: view.name })} icon={<Ellipsis aria-hidden />} />
      }
    >
      {view.own ? (
        <MenuItem
          icon={<Share2 aria-hidden />}
          onSelect={() =>
            void putViewAction(view.id, { sharedWith: view.sharedWith ? null : '*' }).then(say(t('saved')))
          }
        >
          {t(view.sharedWith ? 'unshare' : 'share')}
        </MenuItem>
      ) : (
        <HideItem view={view} />
      )}
      {view.own || tidies ? (
        <MenuItem
          icon={<Trash2 aria-hidden />}
          tone="danger"
          onSelect={() => void deleteViewAction(view.id).then(say(t('deleted')))}
        >
          {t('delete')}
        </MenuItem>
      ) : null}
    </Menu>
  );
}

function SaveDialog({
  place,
  address,
  open,
  onOpenChange,
}: {
  place: AddressPlace;
  address: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations('savedViews');
  const form = useId();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const result = await saveViewAction({ place, name, address, sharedWith: shared ? '*' : null }).catch(
      () => null,
    );
    setBusy(false);
    if (!result?.ok) return setProblem(result?.refusal.message ?? t('unreachable'));
    notify({ tone: 'positive', title: t('saved') });
    setName('');
    setProblem(null);
    onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('saveTitle')}
      description={t('saveText')}
      size="sm"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy} disabled={name.trim() === ''}>
            {t('saveNow')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <Field label={t('name')}>
          <Input
            value={name}
            maxLength={80}
            required
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <Checkbox
          label={t('shareLabel')}
          hint={t('shareHint')}
          checked={shared}
          onCheckedChange={setShared}
        />
        {problem === null ? null : (
          <Banner tone="danger" title={t('failed')} live>
            {problem}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
