import { z } from 'zod';
import { activitySchema } from '@/lib/engine/definition/activity-schema';
import { keySchema } from '@/lib/engine/definition/primitives';
import { annotationSchema, layoutSchema, transitionSchema } from '@/lib/engine/definition/schema';
import { stepSchema } from '@/lib/engine/definition/step-schema';
import { remainingAnnotations } from './annotations';
import type { DesignDocument, Selection } from './document';

/** Steps, notes and groups on the clipboard, as text that any definition of any Interlock can take. */
const clipSchema = z.strictObject({
  interlock: z.literal('clip/1'),
  /** Key of the definition that they come from. */
  from: keySchema,
  steps: z.array(stepSchema).max(1000),
  /** Those between the steps. */
  transitions: z.array(transitionSchema).max(5000),
  /** What undoes their activities. */
  compensations: z.array(activitySchema),
  /** Notes that are selected, and groups with their steps. */
  annotations: z.array(annotationSchema).max(1000).default([]),
  layout: layoutSchema,
});
export type Clip = z.infer<typeof clipSchema>;

/** Letters of a clip; more is no clip of ours. */
const longest = 2 * 1024 * 1024;

/**
 * What is selected, with the transitions between the steps and what undoes their activities; a group comes with its steps.
 * Null when nothing of that is selected.
 */
export function clipOf(
  { definition, layout }: DesignDocument,
  { steps: chosen, annotations: drawn }: Selection,
): Clip | null {
  const whole = (definition.annotations ?? []).filter(({ key }) => drawn.includes(key));
  const keys = new Set([...chosen, ...whole.flatMap((one) => (one.type === 'GROUP' ? one.steps : []))]);
  const steps = definition.steps.filter(({ key }) => keys.has(key));
  const left = new Set(definition.steps.flatMap(({ key }) => (keys.has(key) ? [] : key)));
  const annotations = remainingAnnotations(whole, left, new Set());
  if (steps.length === 0 && annotations.length === 0) return null;
  const transitions = definition.transitions.filter(({ from, to }) => keys.has(from) && keys.has(to));
  const named = new Set(
    [
      ...steps.flatMap((step) => (step.type === 'AUTOMATED' ? step.activities : [])),
      ...transitions.flatMap(({ activities = [] }) => activities),
    ].flatMap(({ compensation }) => compensation ?? []),
  );
  return {
    interlock: 'clip/1',
    from: definition.key,
    steps,
    transitions,
    compensations: (definition.compensations ?? []).filter(({ key }) => named.has(key)),
    annotations,
    layout: Object.fromEntries(
      Object.entries(layout).filter(([key]) => keys.has(key) || annotations.some((one) => one.key === key)),
    ),
  };
}

/** The clip that a text is; null for any other text. */
export function readClip(text: string): Clip | null {
  if (text.length > longest || !text.includes('clip/1')) return null;
  try {
    const read = clipSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The clip as text. */
export function writeClip(clip: Clip): string {
  return JSON.stringify(clip, null, 2);
}
