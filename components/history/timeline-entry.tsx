'use client';

import { ArrowRight, ChevronDown } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Duration } from '@/components/ui/duration';
import { RelativeTime } from '@/components/ui/relative-time';
import { StatusGlyph } from '@/components/ui/status-glyph';
import type { Tone } from '@/components/ui/tone';
import { ActorIcon, actorTypeOf } from './actor-icon';
import { ClockTime } from './clock-time';
import type { Entry, FailedAttempt, OpenedTask, PathStep } from './entry';
import { HeadlineWords } from './headline-words';
import { nameIn, type HistoryNames } from './names';
import { RawEvents } from './raw-events';

/** How many failed attempts are told one by one before the rest is only counted. */
const mostFailures = 3;

/** One line of the timeline, with what followed from it; the events behind it unfold. */
export function TimelineEntry({
  entry,
  names,
  skippable,
  dated = false,
}: {
  entry: Entry;
  names: HistoryNames;
  /** The browser may leave it out while it is off the screen. */
  skippable: boolean;
  /** Says the day too, where no heading above it does. */
  dated?: boolean;
}) {
  const t = useTranslations('history');
  const [open, setOpen] = useState(false);
  const rawId = useId();
  const failures = entry.headline.kind === 'activity' ? entry.headline.failures : [];
  return (
    <li
      className={classNames(
        'group/entry relative grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 pb-5 last:pb-1',
        skippable && '[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]',
      )}
    >
      <span
        aria-hidden
        className="absolute top-8 bottom-1 left-[0.84375rem] w-px bg-line group-last/entry:hidden"
      />
      <ActorIcon type={entry.actor.type} tone={toneOf(entry)} />
      <div className="min-w-0 pt-1">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <p className="min-w-0 flex-1 basis-56 text-base wrap-break-word text-muted">
            <span className="sr-only">{t(`actors.${actorTypeOf(entry.actor.type)}`)}: </span>
            <HeadlineWords entry={entry} names={names} />
            <Took entry={entry} />
          </p>
          <span className="flex shrink-0 items-baseline gap-2 text-xs text-muted">
            {dated ? <RelativeTime at={entry.at} /> : <ClockTime at={entry.at} />}
            <button
              type="button"
              aria-expanded={open}
              aria-controls={rawId}
              onClick={() => setOpen(!open)}
              className="-my-1 inline-flex items-center gap-1 rounded-sm px-1 py-1 text-xs text-faint hover:bg-hover hover:text-ink pointer-coarse:min-h-11 pointer-coarse:px-2"
            >
              {t('events', { count: entry.events.length })}
              <ChevronDown
                aria-hidden
                className={classNames('size-3.5 transition-transform', open && 'rotate-180')}
              />
            </button>
          </span>
        </div>
        {entry.reason ? <Reason text={entry.reason} /> : null}
        <Failures failures={failures} />
        {entry.stopped !== null && entry.headline.kind !== 'activity' ? (
          <p className="mt-1 text-base text-danger-ink">{entry.stopped}</p>
        ) : null}
        {entry.stopped !== null && entry.headline.kind === 'activity' ? (
          <p className="mt-1 flex items-start gap-1.5 text-sm font-medium text-danger-ink">
            <StatusGlyph shape="attention" className="mt-[3px] text-danger" />
            {t('stopped')}
          </p>
        ) : null}
        <Consequences entry={entry} names={names} />
        <div id={rawId} hidden={!open}>
          {open ? <RawEvents events={entry.events} /> : null}
        </div>
      </div>
    </li>
  );
}

function toneOf({ headline, stopped }: Entry): Tone {
  if (stopped !== null) return 'danger';
  switch (headline.kind) {
    case 'decided':
    case 'started':
      return 'accent';
    case 'completed':
      return 'positive';
    case 'failed':
    case 'attention':
      return 'danger';
    case 'paused':
    case 'recovered':
      return 'caution';
    case 'activity':
      if (headline.status === 'failed') return 'danger';
      return headline.status === 'retrying' ? 'caution' : 'neutral';
    default:
      return 'neutral';
  }
}

/** How long the attempt took that ended well. */
function Took({ entry }: { entry: Entry }) {
  const { headline } = entry;
  if (headline.kind !== 'activity' || headline.status !== 'completed' || headline.begun === null) return null;
  const length = new Date(entry.at).getTime() - new Date(headline.begun).getTime();
  if (length < 1000) return null;
  return (
    <span className="ml-2 text-sm text-faint">
      <Duration milliseconds={length} />
    </span>
  );
}

function Reason({ text }: { text: string }) {
  return (
    <blockquote className="mt-1.5 max-w-176 border-l-2 border-line-strong pl-3 text-base wrap-break-word whitespace-pre-line text-ink">
      {text}
    </blockquote>
  );
}

function Failures({ failures }: { failures: readonly FailedAttempt[] }) {
  const t = useTranslations('history.failure');
  if (failures.length === 0) return null;
  const shown = failures.slice(-mostFailures);
  return (
    <ul className="mt-1 flex flex-col gap-0.5 text-sm text-muted">
      {failures.length > shown.length ? (
        <li className="text-faint">{t('earlier', { count: failures.length - shown.length })}</li>
      ) : null}
      {shown.map((failure) => (
        <li key={failure.attempt} className="wrap-anywhere">
          <span className="text-faint">{t('attempt', { attempt: failure.attempt })}</span>{' '}
          {failure.lost ? t('lost') : failure.message}{' '}
          {failure.code ? <code className="font-mono text-xs text-faint">{failure.code}</code> : null}
        </li>
      ))}
    </ul>
  );
}

function Consequences({ entry, names }: { entry: Entry; names: HistoryNames }) {
  const t = useTranslations('history');
  const { path, opened, leftOut } = entry;
  if (path.length + opened.length + leftOut.length === 0) return null;
  return (
    <div className="mt-1 flex flex-col gap-0.5 text-sm text-muted">
      {path.length > 0 ? <Path path={path} names={names} /> : null}
      {opened.map((task) => (
        <Opened key={task.key} task={task} names={names} />
      ))}
      {leftOut.length > 0 ? (
        <p>{t('leftOut', { activities: leftOut.map((key) => nameIn({}, key)).join(', ') })}</p>
      ) : null}
    </div>
  );
}

function Path({ path, names }: { path: readonly PathStep[]; names: HistoryNames }) {
  const t = useTranslations('history');
  return (
    <p className="flex flex-wrap items-center gap-x-1.5">
      <span className="sr-only">{t('ledTo')}</span>
      {path.map(({ step, transition, condition }, position) => {
        const via = transition === null ? '' : (names.transitions[transition] ?? '');
        return (
          <span key={`${position}:${step}`} className="inline-flex items-center gap-1.5">
            <ArrowRight aria-hidden className="size-3.5 shrink-0 text-faint" />
            <span title={condition === null ? undefined : t('because', { condition })}>
              <span className="font-medium text-ink">{nameIn(names.steps, step)}</span>
              {via ? <span className="text-faint"> ({via})</span> : null}
            </span>
          </span>
        );
      })}
    </p>
  );
}

function Opened({ task, names }: { task: OpenedTask; names: HistoryNames }) {
  const t = useTranslations('history');
  const format = useFormatter();
  const candidates = [
    ...task.roles.map((role) => nameIn(names.roles, role)),
    ...task.people.map((email) => names.people[email] ?? email),
  ];
  const who = task.assignee ?? format.list(candidates, { type: 'disjunction' });
  return (
    <p>
      {who === '' ? t('asksNobody', { title: task.title }) : t('asks', { who, title: task.title })}
      {task.dueAt ? (
        <span className="text-faint">
          {' '}
          {t.rich('due', { when: () => <RelativeTime at={task.dueAt ?? ''} focusable={false} /> })}
        </span>
      ) : null}
    </p>
  );
}
