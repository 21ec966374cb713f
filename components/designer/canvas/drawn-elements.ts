'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { completeLayout } from '@/components/designer/document/placement';
import { useDesigner, useDocument } from '@/components/designer/store';
import { useTransitionWords } from '@/components/designer/transition-words';
import { groupHandle, type GroupNodeType, type NoteNodeType } from '@/components/diagram/annotation-nodes';
import { sizeOf } from '@/components/diagram/layout';
import { noteEdge, type NoteEdgeType } from '@/components/diagram/note-edge';
import { noteSize } from '@/lib/engine/definition/annotation-boxes';
import type { Layout } from '@/lib/engine/definition/schema';
import type { Finding } from '@/lib/engine/definition/finding';
import type { Step } from '@/lib/engine/definition/step-schema';
import type { DesignerEdgeType } from './designer-edge';
import { withFrames } from './group-frames';
import { handlesOf, noteHandles } from './handles';
import type { DesignerNodeType } from './designer-node';

/** Everything that stands on the canvas, and every line. */
export type CanvasNode = DesignerNodeType | NoteNodeType | GroupNodeType;
export type CanvasEdge = DesignerEdgeType | NoteEdgeType;

/** Where everything stands, what has no place yet included. */
export function useWholeLayout(): Layout {
  const document = useDocument();
  return useMemo(() => completeLayout(document), [document]);
}

/** Steps, notes and groups as React Flow takes them. `search` marks those whose words hold it. */
export function useDrawnNodes(layout: Layout, search: string): CanvasNode[] {
  const steps = useDrawnSteps(layout, search);
  const notes = useDrawnNotes(layout);
  const groups = useDrawnGroups();
  return useMemo(() => withFrames([...groups, ...notes, ...steps]), [steps, notes, groups]);
}

function useDrawnSteps(layout: Layout, search: string): DesignerNodeType[] {
  const t = useTranslations('diagram');
  const { definition } = useDocument();
  const selection = useDesigner((state) => state.selection);
  const readOnly = useDesigner((state) => state.readOnly);
  const roleNames = useDesigner((state) => state.known.roleNames);
  const problems = useProblems();
  return useMemo(() => {
    const words = search.trim().toLocaleLowerCase();
    const noted = new Set(
      definition.annotations?.flatMap((one) => (one.type === 'NOTE' ? (one.about ?? []) : [])),
    );
    const chosen = new Set(selection.steps);
    return definition.steps.map((step) => {
      const drawn = { key: step.key, name: step.name ?? step.key, type: step.type };
      return {
        id: step.key,
        type: 'step' as const,
        position: placeOf(layout[step.key]),
        ...sizeOf(drawn),
        handles: handlesOf(step.type, sizeOf(drawn), noted.has(step.key)),
        selected: chosen.has(step.key),
        ariaLabel: `${drawn.name}, ${t(`types.${step.type}`)}`,
        data: {
          step: drawn,
          detail: detailOf(step, roleNames),
          problem: problems.get(step.key),
          found: words !== '' && `${drawn.name} ${step.key}`.toLocaleLowerCase().includes(words),
          noted: noted.has(step.key),
          pinned: layout[step.key]?.pinned === true,
          readOnly,
        },
      };
    });
  }, [definition, layout, selection, readOnly, roleNames, problems, search, t]);
}

function useDrawnNotes(layout: Layout): NoteNodeType[] {
  const t = useTranslations('designer.annotations');
  const { definition } = useDocument();
  const selection = useDesigner((state) => state.selection);
  return useMemo(() => {
    return (definition.annotations ?? []).flatMap((one) =>
      one.type === 'GROUP'
        ? []
        : [
            {
              id: one.key,
              type: 'note' as const,
              position: placeOf(layout[one.key]),
              ...noteSize(one.text),
              handles: noteHandles(noteSize(one.text)),
              selected: selection.annotations.includes(one.key),
              ariaLabel: t('noteLabel', { text: one.text }),
              data: { text: one.text },
            },
          ],
    );
  }, [definition, layout, selection, t]);
}

/** Groups without a frame yet: it follows from where the steps stand. */
function useDrawnGroups(): GroupNodeType[] {
  const t = useTranslations('designer.annotations');
  const annotations = useDesigner((state) => state.history.present.definition.annotations);
  const selection = useDesigner((state) => state.selection);
  return useMemo(
    () =>
      (annotations ?? []).flatMap((one) => {
        if (one.type === 'NOTE') return [];
        const selected = selection.annotations.includes(one.key);
        return [
          {
            id: one.key,
            type: 'frame' as const,
            position: { x: 0, y: 0 },
            selected,
            // React Flow lifts what is selected by 1000: a frame stays behind its steps.
            zIndex: selected ? -1001 : -1,
            dragHandle: `.${groupHandle}`,
            style: { pointerEvents: 'none' as const },
            ariaLabel: t('groupLabel', { name: one.name, count: one.steps.length }),
            data: { name: one.name, steps: one.steps },
          },
        ];
      }),
    [annotations, selection, t],
  );
}

/** The lines as React Flow takes them. */
export function useDrawnEdges(layout: Layout): CanvasEdge[] {
  const transitions = useDrawnTransitions(layout);
  const definition = useDesigner((state) => state.history.present.definition);
  return useMemo(() => {
    const steps = new Set(definition.steps.map(({ key }) => key));
    const lines = (definition.annotations ?? []).flatMap((one) =>
      one.type === 'NOTE' && one.about !== undefined && steps.has(one.about)
        ? noteEdge(one.key, one.about)
        : [],
    );
    return [...lines, ...transitions];
  }, [transitions, definition]);
}

function useDrawnTransitions(layout: Layout): DesignerEdgeType[] {
  const t = useTranslations('diagram');
  const { definition } = useDocument();
  const selection = useDesigner((state) => state.selection);
  const readOnly = useDesigner((state) => state.readOnly);
  const words = useTransitionWords();
  const problems = useProblems();
  return useMemo(() => {
    const { steps, transitions } = definition;
    const drawn = new Map(steps.map(({ key, name, type }) => [key, { key, name: name ?? key, type }]));
    const lanes = new Map<string, number>();
    const chosen = new Set(selection.transitions);
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
          selected: chosen.has(transition.key),
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
  }, [definition, layout, selection, readOnly, problems, t, words]);
}

function placeOf(place: Layout[string] | undefined): { x: number; y: number } {
  return place ? { x: place.x, y: place.y } : { x: 0, y: 0 };
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
