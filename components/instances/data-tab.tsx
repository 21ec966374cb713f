import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import type { HistoryNames } from '@/components/history/names';
import { Panel } from '@/components/ui/card';
import { JsonView } from '@/components/ui/json-view';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { JsonObject } from '@/lib/engine/json';
import type { DataChange } from '@/lib/support/dossier-schema';
import { DataChanges } from './data-changes';

/** What the instance knows, what it was started with, and who changed what since. */
export function DataTab({
  context,
  input,
  changes,
  names,
}: {
  context: JsonObject;
  input: JsonObject;
  changes: Promise<readonly DataChange[]>;
  names: HistoryNames;
}) {
  const t = useTranslations('instance.data');
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel title={t('context')} description={t('contextText')}>
        <JsonView label={t('context')} value={context} />
      </Panel>
      <Panel title={t('input')} description={t('inputText')}>
        <JsonView label={t('input')} value={input} />
      </Panel>
      <Suspense fallback={<SkeletonRows label={t('loading')} />}>
        <DataChanges changes={changes} names={names} />
      </Suspense>
    </div>
  );
}
