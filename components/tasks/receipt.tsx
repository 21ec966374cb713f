'use client';

import { ArrowRight } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { wordsOfKey } from '@/components/instances/words';
import { LinkButton } from '@/components/ui/link-button';
import { useQuoted } from '@/components/ui/quoted';
import { RelativeTime } from '@/components/ui/relative-time';
import { StatusGlyph } from '@/components/ui/status-glyph';
import type { Outcome } from '@/lib/engine/definition/step-schema';
import { isClosed } from '@/lib/engine/lifecycle';
import type { DecidedTask, TaskDetail } from '@/lib/tasks/schema';
import { useInbox } from './inbox-context';
import { ListLink } from './list-link';

/** What has just been decided, when, and what happens now; then the next task. */
export function Receipt({
  task,
  outcome,
  result,
}: {
  task: TaskDetail;
  outcome: Outcome;
  result: DecidedTask;
}) {
  const t = useTranslations('task.receipt');
  const { next } = useInbox();
  const whatNow = useWhatNow(task, outcome, result);
  const head = useRef<HTMLHeadingElement>(null);
  const own = task.votes.at(-1);
  // The buttons that had the focus are gone.
  useEffect(() => head.current?.focus(), []);
  return (
    <section className="mx-4 mt-6 mb-8 rounded-xl border border-positive-line bg-positive-soft px-5 py-4 sm:mx-6">
      <div className="flex items-start gap-3">
        <StatusGlyph shape="done" className="mt-1 size-5 text-positive" />
        <div className="min-w-0 flex-1" role="status">
          <h2 ref={head} tabIndex={-1} className="text-lg font-semibold text-ink outline-none">
            {t('title', { outcome: outcome.name })}
          </h2>
          <p className="mt-0.5 text-base text-ink">{whatNow}</p>
          {own ? (
            <p className="mt-1 text-sm text-muted">
              {t.rich('recorded', { when: () => <RelativeTime at={own.at} /> })}
            </p>
          ) : null}
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2 pl-8 max-sm:pl-0">
        {next ? (
          <LinkButton href={next.href} variant="primary" className="max-w-full min-w-0">
            <span className="truncate">{t('next', { title: next.title })}</span>
            <ArrowRight aria-hidden />
          </LinkButton>
        ) : (
          <ListLink />
        )}
        <LinkButton href={`/instances/${task.instanceId}`} variant="quiet">
          {t('seeRequest')}
        </LinkButton>
      </div>
    </section>
  );
}

/** The one sentence about what the decision has led to. */
function useWhatNow(task: TaskDetail, outcome: Outcome, { instance, openTasks }: DecidedTask): string {
  const t = useTranslations('task.receipt');
  const format = useFormatter();
  const quoted = useQuoted();
  if (openTasks.some(({ id }) => id === task.id)) {
    const votes = task.votes.length;
    return t('moreVotes', { count: Math.max(task.approvals.required - votes, 1) });
  }
  const leadsTo = task.next.find((one) => one.outcome === outcome.key)?.steps ?? [];
  const state = instance.state;
  const name = leadsTo.find(({ key }) => key === state)?.name ?? (state === null ? '' : wordsOfKey(state));
  if (isClosed(instance.status)) return t('ended', { state: name });
  if (openTasks.length > 0) {
    return t('waitsFor', {
      titles: format.list(
        openTasks.map(({ title }) => quoted(title)),
        { type: 'conjunction' },
      ),
    });
  }
  const now = state === task.step || name === '' ? leadsTo.map((step) => step.name) : [name];
  return now.length > 0
    ? t('goesOn', { state: format.list(now, { type: 'disjunction' }) })
    : t('goesOnSomewhere');
}
