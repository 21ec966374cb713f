import { z } from 'zod';
import { activitySchema } from '@/lib/engine/definition/activity-schema';
import { keySchema } from '@/lib/engine/definition/primitives';
import { annotationSchema, layoutSchema, transitionSchema } from '@/lib/engine/definition/schema';
import { stepSchema } from '@/lib/engine/definition/step-schema';
import { looksLikeClip } from './clip';

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

/** The clip that a text is; null for any other text. */
export function readClip(text: string): Clip | null {
  if (!looksLikeClip(text)) return null;
  try {
    const read = clipSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
