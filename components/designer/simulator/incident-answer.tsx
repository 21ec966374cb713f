'use client';

import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import type { ActivityExecution, Incident } from '@/lib/engine/snapshot';
import { useSession } from './session';

/** What stopped the instance, and what support could do about it. */
export function IncidentAnswer({
  incident,
  skippable,
}: {
  incident: Incident;
  skippable: readonly ActivityExecution[];
}) {
  const t = useTranslations('simulator.incident');
  const { answer } = useSession();
  return (
    <Banner
      tone="danger"
      title={t('title')}
      actions={
        <>
          <Button size="sm" onClick={() => answer({ do: 'retry' })}>
            {t('retry')}
          </Button>
          {skippable.map(({ key, activity }) => (
            <Button key={key} size="sm" onClick={() => answer({ do: 'skip', activity })}>
              {t('skip', { activity })}
            </Button>
          ))}
        </>
      }
    >
      {incident.message}
    </Banner>
  );
}
