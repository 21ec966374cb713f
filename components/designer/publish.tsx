'use client';

import { useTranslations } from 'next-intl';
import { ComparisonSummary } from '@/components/definitions/comparison-summary';
import { PublishButton } from '@/components/definitions/publish-button';
import type { LiveState } from '@/lib/definitions/schema';
import { compareDefinitions } from '@/lib/engine/definition/compare';
import type { Definition } from '@/lib/engine/definition/schema';
import { useDesigner, useDocument } from './store';

/** Publishes what is saved and checked; what is not yet has to wait. */
export function Publish({
  definitionKey,
  nextVersion,
  live,
  liveStates,
  active,
}: {
  definitionKey: string;
  nextVersion: number;
  live: number;
  liveStates: readonly LiveState[];
  active: Definition | null;
}) {
  const t = useTranslations('designer');
  const save = useDesigner((state) => state.save);
  const findings = useDesigner((state) => state.findings);
  const checked = useDesigner((state) => state.checked);
  const code = useDesigner((state) => state.code);
  const { definition } = useDocument();
  const notYet =
    save.kind !== 'saved'
      ? t('publishUnsaved')
      : code !== null
        ? t('publishCode')
        : checked
          ? undefined
          : t('publishUnchecked');
  return (
    <PublishButton
      definitionKey={definitionKey}
      name={definition.name}
      definition={definition}
      revision={save.revision}
      nextVersion={nextVersion}
      live={live}
      findings={findings}
      notYet={notYet}
      impact={
        active ? (
          <ComparisonSummary
            definitionKey={definitionKey}
            comparison={compareDefinitions(active, definition)}
            live={liveStates}
          />
        ) : null
      }
    />
  );
}
