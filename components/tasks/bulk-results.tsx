'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Sheet } from '@/components/ui/sheet';
import { StatusGlyph } from '@/components/ui/status-glyph';
import { TextLink } from '@/components/ui/text-link';
import type { BulkResult, BulkRow } from '@/lib/inbox/schema';

/** What became of each task: those that were refused first, each with the rule that refused it. */
export function BulkResults({
  result,
  onClose,
  onKeep,
}: {
  result: BulkResult;
  onClose: () => void;
  /** Chooses those that were refused, to go on with them. */
  onKeep: (ids: readonly string[]) => void;
}) {
  const t = useTranslations('inbox.bulk');
  const refused = result.rows.filter(({ ok }) => !ok);
  const made = result.rows.filter(({ ok }) => ok);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t('results')}>
      <p role="status" className="text-base text-ink">
        {t('summary', { done: result.done, refused: result.refused })}
      </p>
      {refused.length > 0 ? (
        <>
          <h3 className="mt-4 text-sm font-semibold text-ink">{t('refused')}</h3>
          <ul aria-label={t('refused')} className="mt-1 divide-y divide-line">
            {refused.map((row) => (
              <ResultRow key={row.task} row={row} />
            ))}
          </ul>
          <Button size="sm" className="mt-3" onClick={() => onKeep(refused.map(({ task }) => task))}>
            {t('keepRefused')}
          </Button>
        </>
      ) : null}
      {made.length > 0 ? (
        <>
          <h3 className="mt-5 text-sm font-semibold text-ink">{t('made')}</h3>
          <ul aria-label={t('made')} className="mt-1 divide-y divide-line">
            {made.map((row) => (
              <ResultRow key={row.task} row={row} />
            ))}
          </ul>
        </>
      ) : null}
    </Sheet>
  );
}

function ResultRow({ row: { task, title, subject, ok, refusal } }: { row: BulkRow }) {
  const t = useTranslations('inbox.bulk');
  return (
    <li className="flex gap-2.5 py-2.5">
      <StatusGlyph
        shape={ok ? 'done' : 'failed'}
        className={ok ? 'mt-0.5 text-positive' : 'mt-0.5 text-danger'}
      />
      <div className="min-w-0">
        <TextLink href={`/inbox/${task}`} prefetch={false} className="text-base wrap-anywhere">
          {title ?? t('unknown')}
        </TextLink>
        {subject ? <p className="text-xs text-muted">{subject}</p> : null}
        {refusal ? (
          <p className="mt-0.5 text-sm text-ink">
            {refusal.message}
            {refusal.rule ? <span className="text-muted"> ({t('rule', { rule: refusal.rule })})</span> : null}
          </p>
        ) : null}
      </div>
    </li>
  );
}
