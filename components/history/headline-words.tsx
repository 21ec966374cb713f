'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { causeKey } from '@/components/instances/cause';
import { wordsOfKey } from '@/components/instances/words';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Entry, Headline } from './entry';
import { nameIn, type HistoryNames } from './names';

const w = (chunks: ReactNode) => <strong className="font-semibold text-ink">{chunks}</strong>;

/** The first line of an entry in words. */
export function HeadlineWords({ entry, names }: { entry: Entry; names: HistoryNames }) {
  const t = useTranslations('history');
  const causes = useTranslations('instance.causes');
  const { headline } = entry;
  const actor = actorWords();
  const stepOf = (key: string) => nameIn(names.steps, key);

  switch (headline.kind) {
    case 'decided':
      return t.rich(headline.open ? 'decidedOpen' : 'decided', {
        w,
        actor,
        outcome: nameIn(names.outcomes, `${headline.step}:${headline.outcome}`, headline.outcome),
        step: stepOf(headline.step),
      });
    case 'claimed':
    case 'released':
    case 'task_cancelled':
      return t.rich(headline.kind, { w, actor, step: stepOf(headline.step) });
    case 'reassigned':
      return headline.to === null
        ? t.rich('unassigned', { w, actor, step: stepOf(headline.step) })
        : t.rich('reassigned', { w, actor, step: stepOf(headline.step), to: headline.to });
    case 'activity':
      return <ActivityWords headline={headline} names={names} />;
    case 'attention':
      return headline.step === null
        ? t.rich('attentionAlone', { w, cause: causes(causeKey(headline.code)) })
        : t.rich('attention', { w, cause: causes(causeKey(headline.code)), step: stepOf(headline.step) });
    case 'context_edited':
    case 'erased':
      return t.rich(headline.kind, {
        w,
        actor,
        count: headline.fields.length,
        fields: headline.fields.join(', '),
      });
    case 'completed':
      return t.rich('completed', { w, outcome: wordsOfKey(headline.outcome ?? '') });
    case 'children':
      return t.rich(`children.${headline.what}`, { w, count: headline.count, step: stepOf(headline.step) });
    case 'recovered':
      return t.rich('recovered', { w, worker: headline.worker });
    case 'migrated':
      return t.rich('migrated', { w, actor, from: headline.from, version: headline.version });
    case 'timer':
    case 'follow_up':
      return t.rich(headline.kind, { w, step: stepOf(headline.step) });
    case 'deadline':
      return headline.step === null
        ? t.rich('deadlineOfAll', { w })
        : t.rich(`deadline.${headline.action}`, { w, step: stepOf(headline.step) });
    case 'deadline_changed':
      return t.rich('deadline_changed', { w, actor, step: stepOf(headline.step) });
    case 'signal':
    case 'file':
      return t.rich(headline.kind, { w, actor, name: headline.name });
    case 'other':
      return w(wordsOfKey(headline.type.toLowerCase()));
    case 'started':
    case 'retried':
    case 'skipped':
    case 'resumed':
    case 'paused':
    case 'cancelled':
    case 'cancelling':
      return t.rich(headline.kind, { w, actor });
    case 'failed':
    case 'cancelled_then':
    case 'compensating':
    case 'reversed':
    case 'opened':
    case 'moved':
      return t.rich(headline.kind, { w });
  }

  function actorWords(): string {
    const { name, onBehalfOf } = entry.actor;
    return onBehalfOf ? t('onBehalf', { name, other: onBehalfOf.name }) : name;
  }
}

type ActivityHeadline = Extract<Headline, { kind: 'activity' }>;

function ActivityWords({ headline, names }: { headline: ActivityHeadline; names: HistoryNames }) {
  const t = useTranslations('history.activity');
  const { status, attempts, failures, nextAttemptAt } = headline;
  const activity = nameIn(names.activities, `${headline.step}:${headline.activity}`, headline.activity);
  const values = { w, activity, attempt: attempts, count: failures.length };
  switch (status) {
    case 'completed':
      return t.rich('completed', values);
    case 'failed':
      return t.rich('failed', values);
    case 'retrying':
      return nextAttemptAt === null
        ? t.rich('failed', values)
        : t.rich('retrying', { ...values, when: () => <RelativeTime at={nextAttemptAt} /> });
    case 'running':
      return t.rich('running', values);
    case 'skipped':
      return t.rich('otherWay', values);
    case 'cancelled':
      return t.rich('cancelled', values);
    case 'created':
    case 'ready':
    case 'scheduled':
      return t.rich('scheduled', values);
  }
}
