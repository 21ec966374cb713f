'use client';

import { useTranslations } from 'next-intl';
import { Button } from './button';

/** Appends the next page of a list by cursor. Draws nothing when there is no more. */
export function LoadMore({ more, busy, onLoad }: { more: boolean; busy: boolean; onLoad: () => void }) {
  const t = useTranslations('ui');
  if (!more) return null;
  return (
    <div className="flex justify-center py-3">
      <Button size="sm" busy={busy} onClick={onLoad}>
        {t('loadMore')}
      </Button>
    </div>
  );
}
