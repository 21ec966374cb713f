'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import type { ImportedDraft } from '@/lib/definitions/schema';

const tones = { lost: 'danger', replaced: 'caution', broken: 'danger' } as const;

/** What an import did not take over as it stands, each with its id in the file and what to do instead. */
export function ImportNotes({ notes }: { notes: ImportedDraft['notes'] }) {
  const t = useTranslations('exchange');
  if (notes.length === 0) return <p className="text-base text-muted">{t('nothingLost')}</p>;
  return (
    <section aria-label={t('notes')}>
      <p className="text-sm font-medium">{t('noted', { count: notes.length })}</p>
      <ul className="mt-2 flex max-h-72 flex-col gap-2 overflow-y-auto">
        {notes.map(({ kind, id, name, what, proposal }, index) => (
          <li key={index} className="rounded-md border border-line p-2 text-sm wrap-anywhere">
            <Badge tone={tones[kind]}>{t(`kinds.${kind}`)}</Badge>{' '}
            {name ? <span className="font-medium">{name} </span> : null}
            {id ? <code className="font-mono text-xs text-muted">{id}</code> : null}
            <p>{what}</p>
            <p className="text-muted">{proposal}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
