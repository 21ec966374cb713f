'use client';

import { Wand2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { IconButton } from '@/components/ui/icon-button';
import { StatusGlyph } from '@/components/ui/status-glyph';
import { nameOfElement } from '@/components/definitions/name-of-element';
import type { Finding } from '@/lib/engine/definition/finding';
import { Button } from '@/components/ui/button';
import { mendOf } from './document/mends';
import { act, goTo, useDesigner, useDesignerStore, useDocument } from './store';

/** What would be found at publishing, by the same check, as one works. A click leads to the place. */
export function ProblemsPanel({ onChoose }: { onChoose: () => void }) {
  const t = useTranslations('designer.problems');
  const tFindings = useTranslations('definitions.findings');
  const store = useDesignerStore();
  const { definition } = useDocument();
  const findings = useDesigner((state) => state.findings);
  const checked = useDesigner((state) => state.checked);
  return (
    <section
      aria-label={t('title')}
      className="flex max-h-64 min-h-0 shrink-0 flex-col border-t border-line bg-surface"
    >
      <header className="flex items-center gap-2 border-b border-line py-1 pr-2 pl-4">
        <h2 className="flex-1 text-sm font-semibold">{t('title')}</h2>
        <IconButton
          size="sm"
          label={t('close')}
          icon={<X aria-hidden />}
          onClick={() => store.setState({ problemsOpen: false })}
        />
      </header>
      {!checked ? (
        <p className="px-4 py-3 text-sm text-muted">{t('checking')}</p>
      ) : findings.length === 0 ? (
        <p className="flex items-center gap-2 px-4 py-3 text-sm text-muted">
          <StatusGlyph shape="done" className="text-positive" />
          {t('none')}
        </p>
      ) : (
        <ul className="relative min-h-0 overflow-y-auto py-1">
          {findings.map((finding) => (
            <li
              key={`${finding.code}:${finding.path}:${finding.message}`}
              className="flex items-start gap-2 pr-3 max-sm:flex-col max-sm:gap-0"
            >
              <button
                type="button"
                onClick={() => {
                  goTo(store, finding.path);
                  onChoose();
                }}
                className="flex min-w-0 flex-1 items-start gap-2.5 px-4 py-1.5 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2"
              >
                <StatusGlyph
                  shape={finding.severity === 'error' ? 'failed' : 'attention'}
                  className={finding.severity === 'error' ? 'mt-0.5 text-danger' : 'mt-0.5 text-caution'}
                />
                <span className="flex min-w-0 flex-1 flex-wrap items-start gap-x-2.5 gap-y-1">
                  <span className="min-w-0 flex-1 basis-64 wrap-anywhere">
                    <span className="sr-only">{tFindings(finding.severity)}: </span>
                    {finding.message} <span className="text-muted">{finding.mend}</span>
                  </span>
                  {finding.element ? <Badge>{nameOfElement(definition, finding.element)}</Badge> : null}
                </span>
              </button>
              <MendButton finding={finding} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Mends what needs no decision; undo takes it back. */
function MendButton({ finding }: { finding: Finding }) {
  const t = useTranslations('designer.mends');
  const store = useDesignerStore();
  const document = useDocument();
  const known = useDesigner((state) => state.known);
  const readOnly = useDesigner((state) => state.readOnly);
  const mend = readOnly ? null : mendOf(document, finding, known);
  if (!mend) return null;
  return (
    <Button
      size="sm"
      variant="quiet"
      className="mt-0.5 shrink-0 max-sm:ml-7.5 max-sm:mb-1"
      icon={<Wand2 aria-hidden />}
      onClick={() => act(store, mend.command)}
    >
      {t(mend.kind, { value: mend.value ?? '' })}
    </Button>
  );
}
