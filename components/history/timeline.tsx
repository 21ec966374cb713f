'use client';

import { History } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useMemo, useState, useTransition, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { notify } from '@/components/ui/toast';
import { listEventsAction } from '@/lib/instances/actions';
import type { EventRow } from '@/lib/instances/schema';
import { isPerson } from './actor-icon';
import type { Entry } from './entry';
import { foldEvents } from './fold-events';
import { mergeEvents } from './merge-events';
import type { HistoryNames } from './names';
import { TimelineEntry } from './timeline-entry';
import { TimelineFilter, type Shown } from './timeline-filter';

/** From this many lines on, those that are not on the screen are not drawn. */
const many = 100;
/** Events in one page of a history. */
const perPage = 200;

export type TimelineProps = {
  instanceId: string;
  /** The newest page, ascending. */
  newest: readonly EventRow[];
  names: HistoryNames;
  /** Shows only what is about this step. */
  step?: string | undefined;
  /** Beside the filter. */
  actions?: ReactNode;
};

/** The history in words, the newest first, by day; older pages come when they are asked for. */
export function Timeline({ instanceId, newest, names, step, actions }: TimelineProps) {
  const t = useTranslations('history');
  const [events, setEvents] = useState(newest);
  const [shown, setShown] = useState<Shown>('all');
  const [loading, startLoading] = useTransition();
  useEffect(() => setEvents((loaded) => mergeEvents(loaded, newest)), [newest]);

  const entries = useMemo(() => foldEvents(events), [events]);
  const visible = entries.filter(
    (entry) => isShown(entry, shown) && (step === undefined || entry.steps.includes(step)),
  );
  const earlier = (events[0]?.sequence ?? 1) - 1;

  function loadEarlier() {
    const query = { after: Math.max(0, earlier - perPage), limit: Math.min(earlier, perPage) };
    startLoading(async () => {
      const page = await listEventsAction(instanceId, query);
      if (page.ok) setEvents((loaded) => mergeEvents(loaded, page.value.items));
      else notify({ tone: 'danger', title: t('loadFailed'), description: page.refusal.message });
    });
  }

  return (
    <div>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-2">
        <TimelineFilter shown={shown} onChange={setShown} />
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {visible.length === 0 ? (
        <EmptyState
          icon={<History aria-hidden />}
          title={t('nothing')}
          description={t('nothingText')}
          className="py-8"
        />
      ) : (
        <Days entries={visible} names={names} />
      )}
      {earlier > 0 ? (
        <div className="flex items-center gap-3 py-2 pl-10">
          <Button size="sm" busy={loading} onClick={loadEarlier}>
            {t('loadEarlier')}
          </Button>
          <span className="text-sm text-muted">{t('earlier', { count: earlier })}</span>
        </div>
      ) : null}
    </div>
  );
}

/** Kinds of lines about tasks, and those that write data. */
const about: Readonly<Record<'tasks' | 'data', ReadonlySet<string>>> = {
  tasks: new Set([
    'decided',
    'claimed',
    'released',
    'reassigned',
    'task_cancelled',
    'opened',
    'deadline',
    'deadline_changed',
  ]),
  data: new Set(['started', 'context_edited', 'file', 'signal', 'erased']),
};

function isShown({ actor, headline, stopped, opened, events }: Entry, shown: Shown): boolean {
  if (shown === 'people') return isPerson(actor.type);
  if (shown === 'all') return true;
  if (shown === 'tasks') return about.tasks.has(headline.kind) || opened.length > 0;
  if (shown === 'activities') return headline.kind === 'activity';
  if (shown === 'data') return about.data.has(headline.kind) || events.some(writesData);
  if (stopped !== null) return true;
  if (headline.kind === 'activity') return headline.failures.length > 0;
  return headline.kind === 'failed' || headline.kind === 'attention' || headline.kind === 'recovered';
}

/** A decision, an activity or a signal may have written data. */
function writesData({ data }: EventRow): boolean {
  return typeof data === 'object' && data !== null && 'set' in data;
}

function Days({ entries, names }: { entries: readonly Entry[]; names: HistoryNames }) {
  const format = useFormatter();
  const days = new Map<string, Entry[]>();
  for (const entry of [...entries].reverse()) {
    const day = format.dateTime(new Date(entry.at), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    });
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(entry);
    else days.set(day, [entry]);
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day}>
      <h3 className="mb-3 text-sm font-medium text-muted">{day}</h3>
      <ol className="mb-2">
        {ofDay.map((entry) => (
          <TimelineEntry key={entry.id} entry={entry} names={names} skippable={entries.length > many} />
        ))}
      </ol>
    </section>
  ));
}
