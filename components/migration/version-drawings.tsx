'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { DiagramProps, StepBadge, StepMark } from '@/components/diagram/contract';
import { DefinitionDiagram } from '@/components/diagram/definition-diagram';
import type { Proposal } from '@/lib/migration/schema';

export type Drawing = Pick<DiagramProps, 'steps' | 'transitions' | 'positions'>;

/**
 * The two versions side by side, linked by the plan: a step that is chosen in one is shown in the other too. What goes nowhere,
 * and what is new, stands out; the numbers say how many are there now.
 */
export function VersionDrawings({
  proposal,
  map,
  before,
  after,
}: {
  proposal: Proposal;
  map: Readonly<Record<string, string>>;
  before: Drawing;
  after: Drawing;
}) {
  const t = useTranslations('migration.drawings');
  const [chosen, setChosen] = useState<string | null>(null);
  const goesTo = (step: string) => map[step] || null;
  const comesFrom = (step: string) =>
    proposal.states.find((state) => goesTo(state.step.key) === step)?.step.key;
  const badges = Object.fromEntries(
    proposal.states
      .filter(({ lines }) => lines > 0)
      .map(({ step, lines }): [string, StepBadge[]] => [
        step.key,
        [
          {
            corner: 'topRight',
            text: String(lines),
            label: t('here', { count: lines }),
            tone: goesTo(step.key) === null ? 'danger' : 'neutral',
          },
        ],
      ]),
  );
  const marked = (kind: (step: string) => StepMark['kind'], { steps }: Drawing) =>
    Object.fromEntries(steps.map(({ key }) => [key, { kind: kind(key), visits: 0 }]));
  const target = chosen === null ? null : goesTo(chosen);
  return (
    <div className="grid gap-4 p-4 xl:grid-cols-2">
      <figure className="min-w-0">
        <figcaption className="mb-2 text-sm font-medium text-ink">
          {t('version', { version: proposal.from })}
        </figcaption>
        <DefinitionDiagram
          {...before}
          badges={badges}
          marks={marked((step) => (goesTo(step) === null ? 'removed' : 'same'), before)}
          selectedStep={chosen ?? undefined}
          onSelectStep={(step) => setChosen(step === chosen ? null : step)}
        />
      </figure>
      <figure className="min-w-0">
        <figcaption className="mb-2 text-sm font-medium text-ink">
          {t('version', { version: proposal.to })}
        </figcaption>
        <DefinitionDiagram
          {...after}
          marks={marked((step) => (comesFrom(step) === undefined ? 'added' : 'same'), after)}
          selectedStep={target ?? undefined}
          onSelectStep={(step) => setChosen(comesFrom(step) ?? null)}
        />
      </figure>
      <p aria-live="polite" className="text-sm text-muted xl:col-span-2">
        {chosen === null
          ? t('hint')
          : target === null
            ? t('nowhere', { from: chosen })
            : t('goes', { from: chosen, to: target })}
      </p>
    </div>
  );
}
