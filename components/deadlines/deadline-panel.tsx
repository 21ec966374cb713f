'use client';

import { useTranslations } from 'next-intl';
import { Duration } from '@/components/ui/duration';
import { TextLink } from '@/components/ui/text-link';
import { useNow } from '@/components/ui/use-now';
import type { DeadlineRow, Deadlines } from '@/lib/deadlines/schema';
import { ChangeDeadline } from './change-deadline';
import { DerivationSentence } from './derivation-sentence';
import { RungList } from './rung-list';
import { useInstantWords } from './instant-words';

export type DeadlinePanelProps = {
  instanceId: string;
  deadlines: Deadlines;
  /** Nothing begins before the instance goes on, what comes due meanwhile included. */
  paused: boolean;
  /** Only the deadline of this task: on its own page, which needs no link to it. */
  taskId?: string;
};

/** Until when, computed from what, what has happened at it and what will, and moving it. Nothing where there is no deadline. */
export function DeadlinePanel({
  instanceId,
  deadlines: { items, changeable },
  paused,
  taskId,
}: DeadlinePanelProps) {
  const t = useTranslations('deadlines');
  const shown = taskId === undefined ? items : items.filter(({ task }) => task?.id === taskId);
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('label')} className="mt-5 mb-5 flex flex-col gap-3">
      {shown.map((deadline) => (
        <article
          key={deadline.stay}
          aria-label={t('of', { step: deadline.stepName })}
          className="rounded-xl border border-line bg-surface px-4 py-3.5 sm:px-5"
        >
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <h2 className="text-sm text-muted">
                {taskId === undefined && deadline.task
                  ? t.rich('titleOf', {
                      link: () => (
                        <TextLink href={`/inbox/${deadline.task?.id}`}>{deadline.task?.title ?? ''}</TextLink>
                      ),
                    })
                  : taskId === undefined
                    ? t('of', { step: deadline.stepName })
                    : t('title')}
              </h2>
              <DueSentence deadline={deadline} />
              <Derivation deadline={deadline} />
            </div>
            {changeable ? <ChangeDeadline instanceId={instanceId} deadline={deadline} /> : null}
          </div>
          {paused ? <p className="mt-2 text-sm text-caution-ink">{t('paused')}</p> : null}
          {deadline.rungs.length === 0 ? (
            <p className="mt-2.5 text-sm text-muted">{t('noRungs')}</p>
          ) : (
            <RungList rungs={deadline.rungs} timeZone={deadline.derivation.timeZone} />
          )}
        </article>
      ))}
    </section>
  );
}

function DueSentence({ deadline: { dueAt, derivation } }: { deadline: DeadlineRow }) {
  const t = useTranslations('deadlines');
  const words = useInstantWords(derivation.timeZone);
  const overdue = Date.parse(dueAt) < useNow();
  return (
    <p suppressHydrationWarning className="mt-0.5 text-base font-medium text-ink">
      {t.rich(overdue ? 'overdue' : 'due', {
        when: words.withZone(dueAt),
        left: () => (
          <span className={overdue ? 'font-normal text-danger-ink' : 'font-normal text-muted'}>
            {overdue ? <Duration from={dueAt} /> : <Left to={dueAt} />}
          </span>
        ),
      })}
    </p>
  );
}

/** The time that is left, kept current. */
function Left({ to }: { to: string }) {
  const now = useNow();
  return <Duration from={new Date(now).toISOString()} to={to} />;
}

function Derivation({ deadline: { derivation, changed } }: { deadline: DeadlineRow }) {
  const t = useTranslations('deadlines');
  const words = useInstantWords(derivation.timeZone);
  return (
    <div className="mt-0.5 text-sm text-muted">
      <DerivationSentence derivation={derivation} />
      {changed ? (
        <p suppressHydrationWarning className="wrap-anywhere">
          {t('changed', {
            by: changed.by,
            at: words.plain(changed.at),
            before: changed.before ? words.plain(changed.before) : '',
            reason: changed.reason ?? '',
          })}
        </p>
      ) : null}
    </div>
  );
}
