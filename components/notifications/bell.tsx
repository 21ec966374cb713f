'use client';

import { Bell as BellIcon, Settings } from 'lucide-react';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useCallback, useState } from 'react';
import { useChanges } from '@/components/shell/use-changes';
import { Button } from '@/components/ui/button';
import { buttonClass } from '@/components/ui/button-styles';
import { classNames } from '@/components/ui/class-names';
import { Popover } from '@/components/ui/popover';
import { RelativeTime } from '@/components/ui/relative-time';
import { markReadAction } from '@/lib/notifications/actions';
import type { NotificationRow } from '@/lib/notifications/schema';

/** Where the list is read. */
const source = '/api/workflows/notifications';
/** Milliseconds between two looks while things move: the bell may be a moment late, and stays cheap. */
const lookEvery = 3_000;

type Read = { readonly items: readonly NotificationRow[]; readonly unread: number };

/** The messages of the person: how many wait, and on a press which. @param unread as the page was rendered */
export function Bell({ unread }: { unread: number }) {
  const t = useTranslations('bell');
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const [read, setRead] = useState<Read | null>(null);
  const count = read?.unread ?? unread;

  const load = useCallback(async () => {
    try {
      const response = await fetch(source, { headers: { accept: 'application/json' } });
      if (!response.ok) throw new Error(String(response.status));
      setRead((await response.json()) as Read);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, []);
  useChanges(() => void load(), lookEvery);

  function change(next: boolean) {
    setOpen(next);
    if (next) void load();
  }

  async function seen(ids: readonly string[] | 'all') {
    setRead((now) => now && withRead(now, ids));
    await markReadAction(ids);
    await load();
  }

  return (
    <Popover
      open={open}
      onOpenChange={change}
      title={t('title')}
      trigger={
        <button
          type="button"
          aria-label={count > 0 ? t('labelUnread', { count }) : t('title')}
          className={buttonClass({ variant: 'quiet', square: true, className: 'relative' })}
        >
          <BellIcon aria-hidden />
          {count > 0 ? (
            <span
              aria-hidden
              className="absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-[10px] leading-none font-semibold text-on-accent tabular-nums"
            >
              {count > 99 ? '99+' : count}
            </span>
          ) : null}
        </button>
      }
      actions={
        <>
          {count > 0 ? (
            <Button size="sm" variant="quiet" onClick={() => void seen('all')}>
              {t('readAll')}
            </Button>
          ) : null}
          <Link
            href="/settings/notifications"
            aria-label={t('settings')}
            onClick={() => setOpen(false)}
            className={buttonClass({ variant: 'quiet', size: 'sm', square: true })}
          >
            <Settings aria-hidden />
          </Link>
        </>
      }
    >
      {failed ? <p className="px-4 py-3 text-sm text-danger-ink">{t('failed')}</p> : null}
      {read && read.items.length === 0 ? (
        <p className="px-4 py-8 text-center text-sm text-muted">{t('empty')}</p>
      ) : null}
      <ul className="divide-y divide-line">
        {(read?.items ?? []).map((row) => (
          <Message
            key={row.id}
            row={row}
            onFollow={() => {
              setOpen(false);
              if (row.readAt === null) void seen([row.id]);
            }}
          />
        ))}
      </ul>
    </Popover>
  );
}

function Message({ row, onFollow }: { row: NotificationRow; onFollow: () => void }) {
  const t = useTranslations('bell');
  const fresh = row.readAt === null && row.outdatedAt === null;
  return (
    <li>
      <Link
        href={addressOf(row)}
        onClick={onFollow}
        className="flex gap-2.5 px-4 py-2.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span
          aria-hidden
          className={classNames(
            'mt-1.5 size-2 shrink-0 rounded-full',
            fresh ? 'bg-accent' : 'bg-transparent',
          )}
        />
        <span className={classNames('min-w-0 flex-1', row.outdatedAt !== null && 'text-muted')}>
          <span className="block text-sm text-muted">
            {t(`kinds.${row.kind}`)}
            {row.outdatedAt !== null ? ` · ${t('outdated')}` : ''}
            {fresh ? <span className="sr-only"> · {t('unread')}</span> : null}
          </span>
          <span className={classNames('block wrap-anywhere', fresh && 'font-semibold')}>{row.title}</span>
          <span className="block text-xs text-muted">
            {row.definition} · {row.subject} · <RelativeTime at={row.createdAt} focusable={false} />
          </span>
        </span>
      </Link>
    </li>
  );
}

function addressOf({ taskId, own, kind, instanceId }: NotificationRow): string {
  if (taskId !== null && kind !== 'comment' && kind !== 'mention') return `/inbox/${taskId}`;
  return own ? `/requests/${instanceId}` : taskId === null ? `/instances/${instanceId}` : `/inbox/${taskId}`;
}

/** As it will be once the server knows. */
function withRead({ items, unread }: Read, ids: readonly string[] | 'all'): Read {
  const at = new Date().toISOString();
  const hit = (row: NotificationRow) => row.readAt === null && (ids === 'all' || ids.includes(row.id));
  const fewer = items.filter((row) => hit(row) && row.outdatedAt === null).length;
  return {
    items: items.map((row) => (hit(row) ? { ...row, readAt: at } : row)),
    unread: ids === 'all' ? 0 : Math.max(0, unread - fewer),
  };
}
