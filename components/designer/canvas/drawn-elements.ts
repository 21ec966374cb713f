'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { completeLayout } from '@/components/designer/document/placement';
import { useDesigner, useDocument } from '@/components/designer/store';
import { useTransitionWords } from '@/components/designer/transition-words';
import { sizeOf } from '@/components/diagram/layout';
import type { Finding } from '@/lib/engine/definition/finding';
import type { Step } from '@/lib/engine/definition/step-schema';
import type { DesignerEdgeType } from './designer-edge';
import type { DesignerNodeType } from './designer-node';

/** The steps as React Flow takes them. `search` marks those whose words hold it. */
export function useDrawnNodes(search: string): DesignerNodeType[] {
  const t = useTranslations('diagram');
  const document = useDocument();
  const selection = useDesigner((state) => state.selection);
  const readOnly = useDesigner((state) => state.readOnly);
  const roleNames = useDesigner((state) => state.known.roleNames);
  const problems = useProblems();
  return useMemo(() => {
    const layout = completeLayout(document);
    const words = search.trim().toLocaleLowerCase();
    return document.definition.steps.map((step) => {
      const drawn = { key: step.key, name: step.name ?? step.key, type: step.type };
      return {
        id: step.key,
        type: 'step' as const,
        position: layout[step.key] ?? { x: 0, y: 0 },
        ...sizeOf(drawn),
        selected: selection.steps.includes(step.key),
        ariaLabel: `${drawn.name}, ${t(`types.${step.type}`)}`,
        data: {
          step: drawn,
          detail: detailOf(step, roleNames),
          problem: problems.get(step.key),
          found: words !== '' && `${drawn.name} ${step.key}`.toLocaleLowerCase().includes(words),
          readOnly,
        },
      };
    });
  }, [document, selection, readOnly, roleNames, problems, search, t]);
}

/** The transitions as React Flow takes them. */
export function useDrawnEdges(): DesignerEdgeType[] {
  const t = useTranslations('diagram');
  const document = useDocument();
  const selection = useDesigner((state) => state.selection);
  const readOnly = useDesigner((state) => state.readOnly);
  const words = useTransitionWords();
  const problems = useProblems();
  return useMemo(() => {
    const layout = completeLayout(document);
    const { steps, transitions } = document.definition;
    const drawn = new Map(steps.map(({ key, name, type }) => [key, { key, name: name ?? key, type }]));
    const lanes = new Map<string, number>();
    return transitions
      .filter(({ from, to }) => drawn.has(from) && drawn.has(to))
      .map((transition) => {
        const from = drawn.get(transition.from)!;
        const to = drawn.get(transition.to)!;
        const right = (layout[from.key]?.x ?? 0) + sizeOf(from).width;
        const pair = `${from.key} ${to.key}`;
        const lane = lanes.get(pair) ?? 0;
        lanes.set(pair, lane + 1);
        const leadsBack = right > (layout[to.key]?.x ?? 0) + 20;
        return {
          id: transition.key,
          type: 'transition' as const,
          source: transition.from,
          target: transition.to,
          selected: selection.transitions.includes(transition.key),
          ariaLabel: t('edge', { from: from.name, to: to.name, via: words(transition) }),
          data: {
            label: quietWords(
              transition.on === undefined && !transition.name && !transition.when && !transition.default,
              words(transition),
            ),
            problem: problems.get(transition.key) === 'error',
            readOnly,
            below: leadsBack ? 64 + lane * 28 : lane * 44,
          },
        };
      });
  }, [document, selection, readOnly, problems, t, words]);
}

/** Going on when a step is done needs no words on the drawing. */
function quietWords(plain: boolean, words: string): string {
  return plain ? '' : words;
}

/** The worst finding of each step and transition, once somebody has asked for the problems. */
function useProblems(): ReadonlyMap<string, Finding['severity']> {
  const findings = useDesigner((state) => state.findings);
  const asked = useDesigner((state) => state.problemsOpen);
  return useMemo(() => {
    const worst = new Map<string, Finding['severity']>();
    for (const { element, severity } of asked ? findings : [])
      if (element !== null && worst.get(element) !== 'error') worst.set(element, severity);
    return worst;
  }, [findings, asked]);
}

function detailOf(step: Step, roleNames: Readonly<Record<string, string>>): string | undefined {
  if (step.type === 'USER_TASK') {
    const [role] = step.who.roles ?? [];
    return role && (roleNames[role] ?? role);
  }
  if (step.type === 'AUTOMATED') {
    const [activity] = step.activities;
    return activity && (activity.name ?? activity.key);
  }
  return undefined;
}
