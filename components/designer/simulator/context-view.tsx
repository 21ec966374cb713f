'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { JsonView } from '@/components/ui/json-view';
import { equalJson } from '@/lib/engine/json';
import { useSession } from './session';

/** What the simulated instance knows, and what the last answer changed of it. */
export function ContextView() {
  const t = useTranslations('simulator');
  const format = useFormatter();
  const { simulation } = useSession();
  const { context, results } = simulation.turns.at(-1)!.snapshot;
  const before = simulation.turns.at(-2)?.snapshot;
  const known = {
    ...context,
    activities: Object.fromEntries(Object.entries(results).map(([key, { output }]) => [key, { output }])),
  };
  const changed = [
    ...Object.keys(context).filter((name) => before && !equalJson(context[name], before.context[name])),
    ...Object.keys(results)
      .filter((name) => before && !equalJson(results[name]!.output, before.results[name]?.output))
      .map((name) => `activities.${name}`),
  ];
  return (
    <div className="flex flex-col gap-2">
      {changed.length > 0 ? (
        <p className="text-sm text-muted">{t('changed', { names: format.list(changed) })}</p>
      ) : null}
      <JsonView label={t('context')} value={known} depth={3} />
    </div>
  );
}
