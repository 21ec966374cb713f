'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLiveChanges } from '@/components/shell/live-connection';
import { Avatar } from '@/components/ui/avatar';
import { Tooltip } from '@/components/ui/tooltip';
import { useNow } from '@/components/ui/use-now';
import { loadCode } from '@/components/ui/load-code';
import type { Presence } from '@/lib/definitions/schema';

const answers = () => import('@/lib/definitions/schema');

/**
 * Who else has the draft open, and since when; it says so of the reader too, as long as it is shown. A revision that somebody
 * else has saved is told at once.
 */
export function PresenceMark({
  address,
  onRevision,
}: {
  address: string;
  onRevision: ((revision: number) => void) | undefined;
}) {
  const t = useTranslations('presence');
  const format = useFormatter();
  const now = useNow();
  const [presence, setPresence] = useState<Presence | null>(null);
  const tell = useRef(onRevision);
  useEffect(() => {
    tell.current = onRevision;
  });

  const say = useCallback(async () => {
    const [response, { presenceSchema }] = await Promise.all([
      fetch(address, { method: 'PUT' }).catch(() => null),
      loadCode(answers),
    ]);
    const read = presenceSchema.safeParse(await response?.json().catch(() => null));
    // Without an answer nobody is named: saving says by itself that the server is away.
    setPresence(read.success ? read.data : null);
    if (read.success) tell.current?.(read.data.revision);
  }, [address]);

  useEffect(() => {
    let beat: ReturnType<typeof setInterval> | undefined;
    const first = setTimeout(() => {
      void say();
      // The code that says how often comes when the drawing stands.
      void loadCode(answers).then(({ presenceEvery }) => {
        if (here) beat = setInterval(() => void say(), presenceEvery * 1000);
      });
    });
    let here = true;
    const leave = () => void fetch(address, { method: 'DELETE', keepalive: true }).catch(() => null);
    window.addEventListener('pagehide', leave);
    return () => {
      here = false;
      clearTimeout(first);
      clearInterval(beat);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [address, say]);
  useLiveChanges('draft', ({ id }) => {
    if (presence && (id === undefined || id === presence.id)) void say();
  });

  const others = presence?.others ?? [];
  const [first] = others;
  return (
    <span role="status" aria-label={t('label')} className="flex min-w-0 items-center gap-1.5 text-sm">
      {first ? (
        <Tooltip
          content={others
            .map(({ name, since }) => t('since', { name, when: format.relativeTime(new Date(since), now) }))
            .join('; ')}
        >
          <span tabIndex={0} className="flex min-w-0 items-center gap-1.5 rounded-sm text-accent-ink">
            {others.slice(0, 3).map(({ name }) => (
              <Avatar key={name} name={name} size="sm" />
            ))}
            <span className="truncate">
              {others.length === 1 ? t('one', { name: first.name }) : t('many', { count: others.length })}
            </span>
          </span>
        </Tooltip>
      ) : null}
    </span>
  );
}
