'use client';

import { Eye, EyeOff } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toast';
import { Tooltip } from '@/components/ui/tooltip';
import { setWatchingAction } from '@/lib/watchers/actions';
import type { Watched, Watching } from '@/lib/watchers/schema';

/** Watches a request or a task, or stops that; says who watches it. */
export function WatchButton({ watched, watching: given }: { watched: Watched; watching: Watching }) {
  const t = useTranslations('watching');
  const format = useFormatter();
  const [changed, setChanged] = useState<Watching | null>(null);
  const [busy, setBusy] = useState(false);
  const { watching, people } = changed ?? given;

  async function toggle() {
    setBusy(true);
    try {
      const result = await setWatchingAction(watched, !watching);
      if (result.ok) setChanged(result.value);
      else notify({ tone: 'caution', title: t('failed'), description: result.refusal.message });
    } catch {
      notify({ tone: 'danger', title: t('failed') });
    } finally {
      setBusy(false);
    }
  }

  const names = format.list(people.map(({ name }) => name));
  return (
    <Tooltip content={`${t('watchers', { count: people.length, names })}. ${t('text')}`}>
      <Button
        size="sm"
        variant="quiet"
        busy={busy}
        icon={watching ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        onClick={() => void toggle()}
      >
        {t(watching ? 'stop' : 'watch')}
      </Button>
    </Tooltip>
  );
}
