'use client';

import { useTranslations } from 'next-intl';
import { compareDefinitions } from '@/lib/engine/definition/compare';
import { useDesigner, useDocument } from '@/components/designer/store';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Keeper } from './keep-saved';

/** Somebody else has saved the same draft: what differs, and the two ways on. Nothing is overwritten before one is chosen. */
export function ConflictBanner({ keeper }: { keeper: Keeper | null }) {
  const t = useTranslations('designer.conflict');
  const save = useDesigner((state) => state.save);
  const { definition } = useDocument();
  const theirs = keeper?.theirs();
  if (save.kind !== 'conflict' || !keeper || !theirs) return null;
  const { steps, transitions, settings } = compareDefinitions(theirs.definition, definition);
  const names = [...steps, ...transitions]
    .map(({ name }) => name)
    .concat(settings.map(({ setting }) => setting));
  return (
    <Banner
      tone="danger"
      live
      className="m-3 mb-0"
      title={t('title', { name: save.by ?? t('somebody') })}
      actions={
        <>
          <Button size="sm" onClick={keeper.takeTheirs}>
            {t('takeTheirs')}
          </Button>
          <Button size="sm" variant="danger" onClick={keeper.keepMine}>
            {t('keepMine')}
          </Button>
        </>
      }
    >
      <p>
        {save.at ? t.rich('when', { at: () => <RelativeTime at={save.at ?? ''} /> }) : null}{' '}
        {names.length === 0
          ? t('onlyPlaces')
          : t('differs', { names: names.slice(0, 8).join(', '), more: Math.max(0, names.length - 8) })}
      </p>
      <p className="text-muted">{t('text')}</p>
    </Banner>
  );
}
