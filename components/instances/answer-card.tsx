import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Duration } from '@/components/ui/duration';
import { useQuoted } from '@/components/ui/quoted';
import { RelativeTime } from '@/components/ui/relative-time';
import { StatusGlyph } from '@/components/ui/status-glyph';
import { TextLink } from '@/components/ui/text-link';
import { glyphTone, type Tone } from '@/components/ui/tone';
import type { Answer, AnswerLine } from './answer';
import { AnswerDeadline } from './answer-deadline';
import { AnswerNext, SeveralTasks } from './answer-next';
import { AnswerTimers } from './answer-timers';
import { causeKey } from './cause';
import type { Look } from './status-look';

const edges: Readonly<Record<Tone, string>> = {
  neutral: 'border-line',
  accent: 'border-accent-line',
  positive: 'border-positive-line',
  caution: 'border-caution-line',
  danger: 'border-danger-line',
};

/** Where the instance is, for how long, on whom it waits, until when and what comes next: the first thing on its page. */
export function AnswerCard({ answer, look, children }: { answer: Answer; look: Look; children?: ReactNode }) {
  const t = useTranslations('instance.answer');
  const { shape, tone } = look;
  return (
    <section aria-label={t('label')} className={classNames('mb-5 rounded-xl border bg-surface', edges[tone])}>
      <div className="flex items-start gap-3.5 px-4 py-4 sm:gap-4 sm:px-6 sm:py-5">
        <StatusGlyph
          shape={shape}
          className={classNames('mt-1 size-5 sm:mt-1.5 sm:size-6', glyphTone[tone])}
        />
        <div className="min-w-0 flex-1">
          <p className="text-lg font-medium text-ink sm:text-xl">
            <AnswerSentence line={answer.line} />
          </p>
          {answer.quote ? <Quote {...answer.quote} /> : null}
          {answer.due ? (
            <AnswerDeadline
              at={answer.due}
              moves={answer.timers.some(({ action }) => action === 'transition')}
            />
          ) : null}
          {answer.approvals ? (
            <p className="mt-2 text-base text-muted">{t('approvals', answer.approvals)}</p>
          ) : null}
          {answer.several.length > 0 ? <SeveralTasks tasks={answer.several} /> : null}
          {answer.next.length > 0 ? <AnswerNext next={answer.next} /> : null}
          {answer.timers.length > 0 ? <AnswerTimers timers={answer.timers} /> : null}
        </div>
      </div>
      {children ? <div className="border-t border-line px-4 py-3.5 sm:px-6">{children}</div> : null}
    </section>
  );
}

function Quote({ text, from }: NonNullable<Answer['quote']>) {
  const quoted = useQuoted();
  return (
    <blockquote className="mt-2 max-w-200 text-base wrap-break-word whitespace-pre-line text-muted">
      {quoted(text)}
      {from ? <cite className="text-faint not-italic"> — {from}</cite> : null}
    </blockquote>
  );
}

function strong(chunks: ReactNode): ReactNode {
  return <strong className="font-semibold">{chunks}</strong>;
}

/** The sentence itself, with times that stay current. */
export function AnswerSentence({ line }: { line: AnswerLine }) {
  const t = useTranslations('instance.answer');
  const reasons = useTranslations('instances.waitReasons');
  const causes = useTranslations('instance.causes');
  const format = useFormatter();
  const since = (instant: string) => ({ s: strong, w: strong, age: () => <Duration from={instant} /> });
  const when = (instant: string) => ({ s: strong, w: strong, when: () => <RelativeTime at={instant} /> });

  switch (line.kind) {
    case 'starting':
      return t.rich('starting', when(line.since));
    case 'running':
      return t.rich('running', { ...since(line.since), state: line.state });
    case 'active':
    case 'queued':
      return t.rich(line.kind, {
        ...since(line.since),
        state: line.state,
        activity: line.activity,
        attempt: line.attempt,
      });
    case 'retrying':
      return t.rich('retrying', {
        ...since(line.since),
        ...when(line.at),
        state: line.state,
        activity: line.activity,
        attempt: line.attempt,
      });
    case 'room':
      return t.rich('room', {
        ...since(line.since),
        state: line.state,
        activity: line.activity,
        resource: line.resource,
        ahead: line.ahead,
      });
    case 'claimed':
    case 'assigned':
    case 'open':
    case 'nobody': {
      const people = line.kind === 'nobody' ? [] : line.who;
      return t.rich(line.kind, {
        ...since(line.since),
        state: line.state,
        task: (chunks) => <TaskLink id={line.taskId}>{chunks}</TaskLink>,
        title: line.task,
        who: format.list(people, { type: 'disjunction' }),
      });
    }
    case 'tasks':
      return t.rich('tasks', { ...since(line.since), state: line.state, count: line.count });
    case 'child':
      return t.rich('child', {
        ...since(line.since),
        state: line.state,
        child: (chunks) => <TextLink href={`/instances/${line.childId}`}>{chunks}</TextLink>,
        name: line.child,
      });
    case 'children':
      return t.rich('children', {
        ...since(line.since),
        state: line.state,
        open: line.open,
        count: line.count,
      });
    case 'waiting':
      return t.rich('waiting', { ...since(line.since), state: line.state, reason: reasons(line.reason) });
    case 'attention':
      return line.activity === null
        ? t.rich('attention', { ...since(line.since), state: line.state, cause: causes(causeKey(line.code)) })
        : t.rich('attentionActivity', { ...since(line.since), state: line.state, activity: line.activity });
    case 'paused':
      return line.by === null
        ? t.rich('paused', { ...since(line.since), state: line.state })
        : t.rich('pausedBy', { ...since(line.since), state: line.state, by: line.by });
    case 'completed': {
      const took = { ...when(line.at), age: () => <Duration from={line.took} to={line.at} />, end: line.end };
      return line.last ? t.rich('completedBy', { ...took, ...line.last }) : t.rich('completed', took);
    }
    case 'failed':
      return t.rich('failed', { ...when(line.since), state: line.state });
    case 'cancelled':
      if (line.state === null) return t.rich('cancelled', when(line.at));
      return line.by === null
        ? t.rich('cancelledIn', { ...when(line.at), state: line.state })
        : t.rich('cancelledBy', { ...when(line.at), state: line.state, by: line.by });
    case 'compensating':
    case 'compensation_failed':
    case 'reversed':
      return t.rich(line.kind, { ...since(line.since), ...when(line.since) });
  }
}

function TaskLink({ id, children }: { id: string; children: ReactNode }) {
  return <TextLink href={`/inbox/${id}`}>{children}</TextLink>;
}
