'use client';

import { useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { Duration } from '@/components/ui/duration';
import { StatusGlyph } from '@/components/ui/status-glyph';
import { markShapes } from '@/components/diagram/marks';
import type { InstanceDetail } from '@/lib/instances/schema';

export type StepTreeProps = {
  detail: InstanceDetail;
  selected: string | undefined;
  onSelect: (step: string) => void;
};

/** The steps that the instance has been in, in the order of its way; choosing one chooses it in the drawing too. */
export function StepTree({ detail, selected, onSelect }: StepTreeProps) {
  const t = useTranslations('instance.steps');
  const marks = useTranslations('diagram.marks');
  const { drawing, state, stateSince, closedAt } = detail;
  const been = drawing.steps.filter(({ key }) => drawing.marks[key] !== undefined);
  return (
    <nav aria-label={t('title')} className="min-w-0 rounded-lg border border-line bg-surface">
      <h3 className="border-b border-line px-3 py-2 text-sm font-semibold">{t('title')}</h3>
      <ol className="max-h-110 overflow-y-auto p-1">
        {been.map(({ key, name }) => {
          const mark = drawing.marks[key]!;
          return (
            <li key={key}>
              <button
                type="button"
                aria-pressed={key === selected}
                onClick={() => onSelect(key)}
                className={classNames(
                  'flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-sm hover:bg-hover pointer-coarse:min-h-11',
                  key === selected && 'bg-accent-soft',
                )}
              >
                <StatusGlyph shape={markShapes[mark.kind]} className="size-3.5 shrink-0 text-muted" />
                <span className="min-w-0 flex-1 truncate text-ink">{name}</span>
                {mark.visits > 1 ? <span className="text-xs text-muted">×{mark.visits}</span> : null}
                <span className="text-xs text-muted">
                  {key === state && closedAt === null ? <Duration from={stateSince} /> : marks(mark.kind)}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
