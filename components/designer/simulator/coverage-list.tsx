'use client';

import { useTranslations } from 'next-intl';
import { useTransitionWords } from '@/components/designer/transition-words';
import { goTo, useDesignerStore } from '@/components/designer/store';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Coverage } from '@/lib/engine/simulation/coverage';

/** Which steps and transitions no scenario reaches; each leads to its place on the canvas. */
export function CoverageList({ definition, coverage }: { definition: Definition; coverage: Coverage }) {
  const t = useTranslations('simulator.coverage');
  const store = useDesignerStore();
  const words = useTransitionWords();
  const { steps, transitions, missedSteps, missedTransitions } = coverage;
  const names = new Map(definition.steps.map(({ key, name }) => [key, name ?? key]));
  const show = (list: 'steps' | 'transitions', key: string) => {
    const index = definition[list].findIndex((element) => element.key === key);
    store.setState({ view: 'canvas' });
    goTo(store, `/${list}/${index}`);
  };
  const missed = [
    ...missedSteps.map((key) => ({ list: 'steps' as const, key, label: names.get(key) ?? key })),
    ...missedTransitions.flatMap((key) => {
      const transition = definition.transitions.find((one) => one.key === key);
      if (!transition) return [];
      const from = names.get(transition.from) ?? transition.from;
      return [{ list: 'transitions' as const, key, label: `${from}: ${words(transition)}` }];
    }),
  ];
  return (
    <section aria-label={t('title')} className="border-t border-line pt-3">
      <p className="text-sm font-medium">
        {t('reached', {
          steps: steps - missedSteps.length,
          allSteps: steps,
          transitions: transitions - missedTransitions.length,
          allTransitions: transitions,
        })}
      </p>
      {missed.length > 0 ? (
        <details className="mt-1 text-sm">
          <summary className="text-muted">{t('missed', { count: missed.length })}</summary>
          <ul className="mt-1 flex flex-col items-start">
            {missed.map(({ list, key, label }) => (
              <li key={`${list}:${key}`}>
                <button
                  type="button"
                  className="rounded-sm text-left text-accent-ink hover:underline"
                  onClick={() => show(list, key)}
                >
                  {label}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}
