'use client';

import { Send, Undo2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { heldFor } from './use-held';

/** A decision that has not been sent yet: for how long, and the way back. */
export function HeldDecision({
  outcome,
  until,
  onUndo,
  onSend,
}: {
  /** Name of the outcome. */
  outcome: string;
  /** Milliseconds since 1970. */
  until: number;
  onUndo: () => void;
  onSend: () => void;
}) {
  const t = useTranslations('task.held');
  const [left, setLeft] = useState(Math.round(heldFor / 1000));
  const undo = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => undo.current?.querySelector('button')?.focus(), []);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <div className="sticky bottom-0 z-10 mt-auto border-t border-accent-line bg-accent-soft px-4 py-4 max-lg:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] sm:px-6">
      <div ref={undo} className="flex flex-wrap items-center gap-3">
        <p role="status" className="min-w-0 flex-1 text-base font-medium text-ink">
          {t('title', { outcome })}
          <span aria-hidden className="block text-sm font-normal text-muted tabular-nums">
            {t('left', { seconds: left })}
          </span>
        </p>
        <Button icon={<Undo2 aria-hidden />} onClick={onUndo}>
          {t('undo')}
        </Button>
        <Button variant="quiet" icon={<Send aria-hidden />} onClick={onSend}>
          {t('send')}
        </Button>
      </div>
      <div aria-hidden className="mt-3 h-1 overflow-hidden rounded-full bg-accent-line motion-reduce:hidden">
        <div
          className="h-full bg-accent transition-[width] duration-250 ease-linear"
          style={{ width: `${(left * 100_000) / heldFor}%` }}
        />
      </div>
    </div>
  );
}
