'use client';

import { Ban, FastForward } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { NextByItself } from '@/lib/engine/simulation/open-work';
import { useSession } from './session';

/** The clock: what happens next without anybody; and an end from outside. */
export function ByItself({ next, closed }: { next: NextByItself | null; closed: boolean }) {
  const t = useTranslations('simulator.clockwork');
  const format = useFormatter();
  const { simulation, answer } = useSession();
  if (closed) return null;
  const at =
    next &&
    format.dateTime(new Date(next.at), {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: simulation.world.timeZone,
    });
  const what = next && [
    ...next.timers.map(({ purpose, rung, stay }) =>
      t(`purposes.${purpose}`, { rung: rung ?? '', step: stay?.split(':')[1] ?? t('process') }),
    ),
    ...next.attempts.map(({ activity }) => t('attempt', { activity })),
  ];
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-3">
      {next ? (
        <>
          <p className="text-sm text-muted">{t('next', { at: at ?? '', what: (what ?? []).join('; ') })}</p>
          <Button size="sm" icon={<FastForward aria-hidden />} onClick={() => answer({ do: 'wait' })}>
            {t('wait')}
          </Button>
        </>
      ) : (
        <p className="text-sm text-muted">{t('nothing')}</p>
      )}
      <Button
        size="sm"
        variant="quiet"
        icon={<Ban aria-hidden />}
        onClick={() => answer({ do: 'cancel', mode: 'compensated' })}
      >
        {t('cancel')}
      </Button>
    </div>
  );
}
