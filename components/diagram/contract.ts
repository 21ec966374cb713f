import type { StepType } from '@/lib/engine/definition/step-schema';

/** What the diagram draws: a definition's steps and transitions, and what happened to an instance in them. */
export type DiagramStep = { key: string; name: string; type: StepType };

/** Words beside the drawing. */
export type DiagramNote = { key: string; text: string; about?: string };

/** A frame around steps. */
export type DiagramGroup = { key: string; name: string; steps: readonly string[] };

export type DiagramTransition = {
  key: string;
  from: string;
  to: string;
  name?: string;
  /** What stands on the edge; its name where this is missing. */
  label?: string;
};

/** What happened in a step of an instance; or how a step differs between two versions. */
export type MarkKind = 'done' | 'active' | 'failed' | 'waiting' | 'added' | 'changed' | 'removed' | 'same';

/** How something differs between two versions. */
export type ChangeKind = Extract<MarkKind, 'added' | 'changed' | 'removed'>;

export type StepMark = { kind: MarkKind; visits: number };

/** A number at a corner of a step. `label` says it in words. */
export type StepBadge = {
  corner: 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight';
  text: string;
  label: string;
  tone: 'neutral' | 'caution' | 'danger';
};

export type DiagramProps = {
  steps: readonly DiagramStep[];
  transitions: readonly DiagramTransition[];
  notes?: readonly DiagramNote[];
  groups?: readonly DiagramGroup[];
  /** Numbers of a definition's instances, by step key. */
  badges?: Readonly<Record<string, readonly StepBadge[]>>;
  /** What happened in each step of an instance, by step key. Without it the definition alone is drawn. */
  marks?: Readonly<Record<string, StepMark>>;
  /** Keys of the transitions that the instance took. */
  takenTransitions?: readonly string[];
  /** How transitions differ between two versions, by key; those that are as before are missing. */
  changedTransitions?: Readonly<Record<string, ChangeKind>>;
  /** Where the designer put the steps and notes, by key; without them (or with some missing) the layout is computed. */
  positions?: Readonly<Record<string, { x: number; y: number }>>;
  selectedStep?: string;
  onSelectStep?: (key: string) => void;
};

/** How a step looks: by its mark, faded where the instance never was, or plain in a drawing without marks. */
export type StepLook = MarkKind | 'untaken' | 'plain';

/** The look of a step of this drawing. */
export function lookOf(step: string, marks: DiagramProps['marks']): StepLook {
  if (!marks) return 'plain';
  return marks[step]?.kind ?? 'untaken';
}
