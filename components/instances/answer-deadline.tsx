'use client';

import { useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { ExactTime, RelativeTime } from '@/components/ui/relative-time';
import { StatusGlyph } from '@/components/ui/status-glyph';
import { useNow } from '@/components/ui/use-now';

/**
 * When it is due, and what happens then; turns by itself when the instant passes.
 * @param moves the deadline takes a transition, so the task does not stay open
 */
export function AnswerDeadline({ at, moves }: { at: string; moves: boolean }) {
  const t = useTranslations('instance.answer');
  const overdue = new Date(at).getTime() < useNow();
  return (
    <p
      className={classNames(
        'mt-2 flex items-start gap-1.5 text-base',
        overdue ? 'text-danger-ink' : 'text-muted',
      )}
    >
      {overdue ? <StatusGlyph shape="attention" className="mt-[3px] text-danger" /> : null}
      <span>
        {t.rich(moves ? 'dueMoves' : overdue ? 'overdue' : 'due', {
          when: () => <RelativeTime distant at={at} className="font-medium" />,
          exact: () => <ExactTime at={at} />,
        })}
      </span>
    </p>
  );
}
