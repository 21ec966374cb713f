import { useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { StatusGlyph } from '@/components/ui/status-glyph';
import { lookOf, type DiagramProps, type MarkKind } from './contract';
import { markShapes } from './marks';

const kinds: readonly MarkKind[] = [
  'done',
  'active',
  'waiting',
  'failed',
  'added',
  'changed',
  'removed',
  'same',
];
const colours: Readonly<Record<MarkKind, string>> = {
  done: 'text-positive',
  active: 'text-accent-ink',
  waiting: 'text-accent-ink',
  failed: 'text-danger',
  added: 'text-positive',
  changed: 'text-caution',
  removed: 'text-danger',
  same: 'text-faint',
};

/** What the marks of this drawing mean; only those that occur in it. */
export function DiagramLegend({
  steps,
  marks,
  changedTransitions = {},
}: Pick<DiagramProps, 'steps' | 'marks' | 'changedTransitions'>) {
  const t = useTranslations('diagram');
  if (!marks) return null;
  const looks = new Set([
    ...steps.map((step) => lookOf(step.key, marks)),
    ...Object.values(changedTransitions),
  ]);
  return (
    <ul aria-label={t('legend')} className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {kinds
        .filter((kind) => looks.has(kind))
        .map((kind) => (
          <li key={kind} className="flex items-center gap-1.5">
            <StatusGlyph shape={markShapes[kind]} className={classNames('size-3.5', colours[kind])} />
            {t(`marks.${kind}`)}
          </li>
        ))}
      {looks.has('untaken') ? (
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="h-0 w-4 border-t-[1.5px] border-dashed border-control" />
          {t('marks.untaken')}
        </li>
      ) : null}
    </ul>
  );
}
