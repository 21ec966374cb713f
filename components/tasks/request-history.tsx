'use client';

import type { DiagramStep } from '@/components/diagram/contract';
import { DefinitionDiagram } from '@/components/diagram/definition-diagram';
import { Timeline } from '@/components/history/timeline';
import { historyNames } from '@/components/history/names';
import type { EventRow, InstanceDetail } from '@/lib/instances/schema';

/** What has happened to a task's request, the newest first. */
export function RequestHistory({ detail, newest }: { detail: InstanceDetail; newest: readonly EventRow[] }) {
  return <Timeline instanceId={detail.id} newest={newest} names={historyNames(detail)} />;
}

/** The drawing of a task's process, with the way that its request has come and where it is. */
export function RequestDiagram({ detail: { drawing } }: { detail: InstanceDetail }) {
  return (
    <DefinitionDiagram
      steps={drawing.steps as readonly DiagramStep[]}
      transitions={drawing.transitions}
      positions={drawing.positions}
      marks={drawing.marks}
      takenTransitions={Object.keys(drawing.taken)}
    />
  );
}
