'use client';

import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { JsonView } from '@/components/ui/json-view';
import type { EventRow } from '@/lib/instances/schema';
import { actorTypeOf } from './actor-icon';
import { ClockTime } from './clock-time';

/** The events behind a line, as they stand in the history. */
export function RawEvents({ events }: { events: readonly EventRow[] }) {
  return (
    <ol className="mt-2 divide-y divide-line overflow-clip rounded-md border border-line bg-surface">
      {events.map((event) => (
        <li key={event.sequence}>
          <RawEvent event={event} />
        </li>
      ))}
    </ol>
  );
}

function RawEvent({ event }: { event: EventRow }) {
  const t = useTranslations('history.raw');
  const actors = useTranslations('history.actors');
  const moved = event.from !== null || event.to !== null;
  const ids = [
    [t('key'), event.key],
    [t('branch'), event.branch === 'main' ? null : event.branch],
    [t('reason'), event.reason],
    [t('worker'), event.workerId],
    [t('correlation'), event.correlationId],
    [t('causation'), event.causationId],
    [t('hash'), event.hash],
  ].filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== '');
  return (
    <details className="group/event text-sm">
      <summary className="flex list-none flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1.5 hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="-ml-1 size-3.5 text-faint transition-transform group-open/event:rotate-90"
        />
        <span className="w-8 text-right text-xs text-faint tabular-nums">{event.sequence}</span>
        <code className="font-mono text-xs text-ink">{event.type}</code>
        {moved ? (
          <span className="text-xs text-muted">
            {event.from ?? t('new')} → {event.to}
          </span>
        ) : null}
        <span className="ml-auto text-xs text-muted max-sm:hidden">
          {event.actor.name} <span className="text-faint">({actors(actorTypeOf(event.actor.type))})</span>
        </span>
        <ClockTime at={event.occurredAt} focusable={false} className="text-xs text-muted" />
      </summary>
      <div className="border-t border-line bg-sunken px-3 py-2.5">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
          {ids.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="font-mono wrap-anywhere text-ink">{value}</dd>
            </div>
          ))}
        </dl>
        {event.data === null ? (
          <p className="mt-2 text-xs text-muted">{t('erased')}</p>
        ) : (
          <JsonView
            value={event.data}
            label={t('data', { sequence: event.sequence })}
            depth={1}
            className="mt-2 bg-surface"
          />
        )}
      </div>
    </details>
  );
}
