'use client';

import { ArrowRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { only } from '@/components/designer/document/document';
import { connect, mayConnect } from '@/components/designer/document/transitions';
import { select, useDesignerStore, useDocument } from '@/components/designer/store';
import { connectSteps } from '@/components/designer/edits';
import { useTransitionWords } from '@/components/designer/transition-words';
import { Select } from '@/components/ui/select';
import { useReadOnly } from './setting';

/** Where a step leads, and a way to let it lead somewhere else too. */
export function WaysOut({ from }: { from: string }) {
  const t = useTranslations('designer.ways');
  const store = useDesignerStore();
  const document = useDocument();
  const words = useTransitionWords();
  const readOnly = useReadOnly();
  const { steps, transitions } = document.definition;
  const out = transitions.filter((transition) => transition.from === from);
  const names = new Map(steps.map(({ key, name }) => [key, name ?? key]));
  return (
    <section aria-label={t('title')} className="flex min-w-0 flex-col gap-1.5">
      <h3 className="text-sm font-medium">{t('title')}</h3>
      {out.length === 0 ? <p className="text-sm text-muted">{t('none')}</p> : null}
      <ul className="flex flex-col gap-1">
        {out.map((transition) => (
          <li key={transition.key}>
            <button
              type="button"
              onClick={() => select(store, only({ transitions: [transition.key] }))}
              className="flex min-h-8 w-full items-center gap-2 rounded-md border border-line bg-surface px-2 text-left text-sm hover:bg-hover pointer-coarse:min-h-11"
            >
              <span className="min-w-0 truncate">{words(transition)}</span>
              <ArrowRight aria-hidden className="size-3.5 shrink-0 text-faint" />
              <span className="min-w-0 flex-1 truncate text-muted">{names.get(transition.to)}</span>
            </button>
          </li>
        ))}
      </ul>
      {readOnly ? null : (
        <Select
          aria-label={t('connect')}
          placeholder={t('connect')}
          value=""
          options={[
            { value: '', label: t('connect') },
            ...steps
              .filter(({ key }) => mayConnect(document, from, key))
              .map(({ key, name }) => ({ value: key, label: name ?? key })),
          ]}
          onValueChange={(to) => {
            if (to && connect(document, from, to)) connectSteps(store, from, to);
          }}
        />
      )}
    </section>
  );
}
