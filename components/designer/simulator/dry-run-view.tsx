'use client';

import { X } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Banner } from '@/components/ui/banner';
import { Panel } from '@/components/ui/card';
import { IconButton } from '@/components/ui/icon-button';
import { DryRunItem } from './dry-run-item';
import type { DryRunState } from './dry-run-state';

/** What a real instance would do, in the order in which it would, with what was taken for granted to be changed. */
export function DryRunView({ dry }: { dry: DryRunState }) {
  const t = useTranslations('dryRun');
  const format = useFormatter();
  const { run, problem, order, ask, busy, close } = dry;
  if (!run) return null;
  const { requester, entries, end } = run;
  const instant = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Panel
      title={t('title')}
      description={t('text')}
      meta={<IconButton label={t('close')} icon={<X aria-hidden />} size="sm" onClick={close} />}
    >
      <div className="flex flex-col gap-3" aria-busy={busy}>
        {problem === null ? null : (
          <Banner tone="danger" title={t('failed')} live>
            {problem === 'unreachable' ? t('unreachable') : problem}
          </Banner>
        )}
        <p className="text-sm text-muted">
          {requester
            ? t('startedBy', { name: requester.name, at: instant(run.startsAt) })
            : t('startedByNobody', { at: instant(run.startsAt) })}
        </p>
        {requester && !requester.mayStart ? (
          <Banner tone="caution" title={t('mayNotStart', { name: requester.name })} />
        ) : null}
        <ol className="flex flex-col gap-2">
          {entries.map((entry, index) => (
            <li key={index}>
              <DryRunItem
                entry={entry}
                instant={instant}
                onOutcome={(step, outcome) =>
                  void ask({ ...order, outcomes: { ...order.outcomes, [step]: outcome } })
                }
                onFailing={(activity, fails) =>
                  void ask({
                    ...order,
                    failing: fails
                      ? [...(order.failing ?? []), activity]
                      : (order.failing ?? []).filter((one) => one !== activity),
                  })
                }
              />
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3" role="status">
          <Badge tone={end.status === 'completed' ? 'positive' : 'caution'}>
            {end.outcome ?? t(`statuses.${known(end.status)}`)}
          </Badge>
          <span className="text-sm text-muted">{end.because ?? t('ends', { at: instant(end.at) })}</span>
        </div>
      </div>
    </Panel>
  );
}

const statuses = ['completed', 'failed', 'cancelled', 'reversed', 'needs_attention'] as const;

function known(status: string): (typeof statuses)[number] | 'waiting' {
  return statuses.find((one) => one === status) ?? 'waiting';
}
