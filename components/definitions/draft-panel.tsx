import { Minus, Pencil, Plus } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Panel } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import type { DefinitionDetail } from '@/lib/definitions/schema';
import type { Finding } from '@/lib/engine/definition/finding';
import type { Change, Comparison } from '@/lib/engine/definition/compare';
import { FindingsList } from './findings-list';

export type DraftPanelProps = {
  definition: DefinitionDetail;
  /** Against the active version; null where nothing has been published. */
  changes: Comparison | null;
  findings: readonly Finding[];
};

/** How the draft stands against what is published, and what lint says of it. */
export function DraftPanel({ definition, changes, findings }: DraftPanelProps) {
  const t = useTranslations('definitions.draft');
  const { activeVersion, draftDiffers, revision, updatedAt, updatedBy, versions } = definition;
  const saved = t.rich(updatedBy ? 'savedBy' : 'saved', {
    revision,
    name: updatedBy?.name ?? '',
    when: () => <RelativeTime at={updatedAt} />,
  });
  return (
    <Panel
      title={t('title')}
      meta={draftDiffers ? <Badge tone="caution">{t('differs')}</Badge> : <Badge>{t('same')}</Badge>}
      description={saved}
    >
      {activeVersion === null ? (
        <p className="text-base text-muted">{t(versions.length > 0 ? 'noneActive' : 'neverPublished')}</p>
      ) : null}
      {activeVersion !== null && !draftDiffers ? (
        <p className="text-base text-muted">{t('sameText', { version: activeVersion })}</p>
      ) : null}
      {draftDiffers && changes && activeVersion !== null ? (
        <Changes changes={changes} version={activeVersion} />
      ) : null}
      {findings.length > 0 ? (
        <div className="mt-4 border-t border-line pt-4">
          <FindingsList findings={findings} definition={definition.draft} />
        </div>
      ) : (
        <p className="mt-3 text-sm text-muted">{t('noFindings')}</p>
      )}
    </Panel>
  );
}

function Changes({ changes, version }: { changes: Comparison; version: number }) {
  const t = useTranslations('definitions.draft');
  const format = useFormatter();
  const { steps, transitions, settings } = changes;
  if (steps.length + transitions.length + settings.length === 0)
    return <p className="text-base text-muted">{t('onlyLayout')}</p>;
  return (
    <>
      <p className="text-base text-muted">{t('changes', { version })}</p>
      <div className="mt-2 flex flex-col gap-3 text-base">
        <ChangeList label={t('steps')} changes={steps} />
        <ChangeList label={t('transitions')} changes={transitions} />
        {settings.length > 0 ? (
          <p>
            <span className="text-sm text-muted">{t('settings')}</span>{' '}
            {format.list([...new Set(settings.map(({ setting }) => setting.split('.')[0] ?? ''))])}
          </p>
        ) : null}
      </div>
    </>
  );
}

const icons = { added: Plus, removed: Minus, changed: Pencil } as const;
const colours = { added: 'text-positive', removed: 'text-danger', changed: 'text-caution' } as const;

function ChangeList({ label, changes }: { label: string; changes: readonly Change[] }) {
  const t = useTranslations('definitions.draft');
  if (changes.length === 0) return null;
  return (
    <div>
      <h3 className="text-sm text-muted">{label}</h3>
      <ul className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5">
        {changes.map(({ kind, key, name }) => {
          const Icon = icons[kind];
          return (
            <li key={`${kind}:${key}`} className="flex items-center gap-1.5">
              <Icon aria-hidden className={`size-3.5 ${colours[kind]}`} />
              {name} <span className="text-sm text-muted">{t(kind)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
