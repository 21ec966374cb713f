import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { StatusGlyph } from '@/components/ui/status-glyph';
import type { Finding } from '@/lib/engine/definition/finding';
import type { Definition } from '@/lib/engine/definition/schema';
import { nameOfElement } from './name-of-element';

/** What lint says: what is wrong, at which step, and how to mend it. Errors first. Beside the code the place in it is named. */
export function FindingsList({
  findings,
  definition,
  withPaths = false,
}: {
  findings: readonly Finding[];
  /** What the findings are about; it has the names of the steps. */
  definition: Definition | null;
  withPaths?: boolean;
}) {
  const t = useTranslations('definitions.findings');
  const ordered = [...findings].sort((a, b) => rank(a) - rank(b));
  return (
    <ul className="flex flex-col gap-3" aria-label={t('label')}>
      {ordered.map((finding) => (
        <li key={`${finding.code}:${finding.path}:${finding.message}`} className="flex items-start gap-2.5">
          <StatusGlyph
            shape={finding.severity === 'error' ? 'failed' : 'attention'}
            className={finding.severity === 'error' ? 'mt-[3px] text-danger' : 'mt-[3px] text-caution'}
          />
          <div className="min-w-0 flex-1 text-base">
            <p className="wrap-anywhere text-ink">
              <span className="sr-only">{t(finding.severity)}: </span>
              {finding.message}
            </p>
            <p className="wrap-anywhere text-muted">{finding.mend}</p>
            <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-muted">
              {finding.element ? <Badge>{nameOfElement(definition, finding.element)}</Badge> : null}
              <code className="font-mono wrap-anywhere text-faint">{finding.code}</code>
              {withPaths ? (
                <code className="font-mono wrap-anywhere text-faint">{finding.path || '/'}</code>
              ) : null}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function rank({ severity }: Finding): number {
  return severity === 'error' ? 0 : 1;
}
