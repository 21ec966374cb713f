'use client';

import { useFormatter, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import type { DiagramProps, StepBadge } from '@/components/diagram/contract';
import { DefinitionDiagram } from '@/components/diagram/definition-diagram';
import { Card } from '@/components/ui/card';
import { Duration } from '@/components/ui/duration';
import { RadioGroup } from '@/components/ui/radio-group';
import { useNow } from '@/components/ui/use-now';
import { listOf, liveStatuses } from './board-address';
import type { BoardStep } from './board-rows';

const modes = ['now', 'age', 'flow', 'failures'] as const;
type Mode = (typeof modes)[number];

export type LiveDiagramProps = {
  definition: string;
  version: number;
  drawing: Pick<DiagramProps, 'steps' | 'transitions' | 'positions'>;
  steps: readonly BoardStep[];
  /** Transition key → how often the sampled instances took it. */
  taken: Readonly<Record<string, number>>;
  sample: number;
};

/** A definition with its live instances in it: how many, how old, which ways they take, where they fail. */
export function LiveDiagram({ definition, version, drawing, steps, taken, sample }: LiveDiagramProps) {
  const t = useTranslations('operations.live');
  const [mode, setMode] = useState<Mode>('now');
  const [selected, setSelected] = useState<string | undefined>();
  const badges = useBadges(mode, steps);
  const chosen = steps.find(({ step }) => step === selected);
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        layout="row"
        aria-label={t('mode')}
        value={mode}
        onValueChange={(value) => setMode(modes.find((one) => one === value) ?? 'now')}
        options={modes.map((value) => ({ value, label: t(`modes.${value}`) }))}
      />
      <p className="text-sm text-muted">{t(`legend.${mode}`, { sample })}</p>
      <DefinitionDiagram
        steps={drawing.steps}
        positions={drawing.positions}
        transitions={mode === 'flow' ? withShares(drawing.transitions, taken) : drawing.transitions}
        badges={badges}
        selectedStep={selected}
        onSelectStep={(key) => setSelected(key === selected ? undefined : key)}
      />
      {selected === undefined ? null : (
        <Card className="p-4 text-sm">
          <h3 className="font-semibold">{drawing.steps.find(({ key }) => key === selected)?.name}</h3>
          {chosen ? (
            <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
              <li>
                <Link
                  className="underline"
                  href={listOf({
                    definition,
                    version: String(version),
                    state: selected,
                    status: liveStatuses,
                  })}
                >
                  {t('here', { count: chosen.count })}
                </Link>
              </li>
              <li>
                <Link className="underline" href={`/instances/${chosen.oldestId}`}>
                  {t.rich('oldest', { age: () => <Duration from={chosen.oldestAt} /> })}
                </Link>
              </li>
              {chosen.overdue > 0 ? <li>{t('overdue', { count: chosen.overdue })}</li> : null}
              {chosen.undated > 0 ? <li>{t('undated', { count: chosen.undated })}</li> : null}
              {chosen.failing > 0 ? <li>{t('failing', { count: chosen.failing })}</li> : null}
            </ul>
          ) : (
            <p className="mt-2 text-muted">{t('nobody')}</p>
          )}
        </Card>
      )}
    </div>
  );
}

/** Corners are the same in every mode: how many, what fails, what is late, how long. */
function useBadges(mode: Mode, steps: readonly BoardStep[]): Record<string, StepBadge[]> {
  const t = useTranslations('operations.live');
  const format = useFormatter();
  const now = useNow();
  const short = (count: number) => (count > 999 ? '999+' : format.number(count));
  return Object.fromEntries(
    steps.map((step) => {
      const age = now - new Date(step.oldestAt).getTime();
      const badges: StepBadge[] = [];
      if (mode === 'now' || mode === 'age')
        badges.push({
          corner: 'topLeft',
          text: mode === 'age' ? t('hours', { hours: Math.floor(age / 3_600_000) }) : short(step.count),
          label:
            mode === 'age'
              ? t('oldestHours', { hours: Math.floor(age / 3_600_000) })
              : t('here', { count: step.count }),
          tone: 'neutral',
        });
      if (step.failing > 0 && mode !== 'flow')
        badges.push({
          corner: 'topRight',
          text: `! ${short(step.failing)}`,
          label: t('failing', { count: step.failing }),
          tone: 'danger',
        });
      if (step.overdue > 0 && (mode === 'now' || mode === 'age'))
        badges.push({
          corner: 'bottomLeft',
          text: `⏰ ${short(step.overdue)}`,
          label: t('overdue', { count: step.overdue }),
          tone: 'caution',
        });
      return [step.step, badges];
    }),
  );
}

/** The share of each way out of its step, as its label says it. */
function withShares(
  transitions: DiagramProps['transitions'],
  taken: Readonly<Record<string, number>>,
): DiagramProps['transitions'] {
  const out = new Map<string, number>();
  for (const { key, from } of transitions) out.set(from, (out.get(from) ?? 0) + (taken[key] ?? 0));
  return transitions.map((transition) => {
    const all = out.get(transition.from) ?? 0;
    if (all === 0) return transition;
    const share = `${Math.round(((taken[transition.key] ?? 0) / all) * 100)} %`;
    const name = transition.label ?? transition.name;
    return { ...transition, label: name ? `${name} · ${share}` : share };
  });
}
