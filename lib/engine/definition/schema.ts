import { z } from 'zod';
import { activitySchema } from './activity-schema';
import {
  durationSchema,
  expressionSchema,
  keySchema,
  mappingSchema,
  nameSchema,
  objectSchemaSchema,
  textSchema,
} from './primitives';
import { factSchema, stepSchema } from './step-schema';

/** What selects a transition (DESIGN 7). Without `on`, the step's completion does. */
export const triggerSchema = z.union([
  z.literal('completion'),
  z.strictObject({ outcome: keySchema }),
  z.strictObject({ signal: keySchema }),
  /** A rung's key, or `maxAge` for the step's or the process's maximum age. */
  z.strictObject({ deadline: z.union([keySchema, z.literal('maxAge')]) }),
  /** `true` for any error, else one error code. */
  z.strictObject({ error: z.union([z.literal(true), z.string().min(1).max(100)]) }),
  z.literal('childFailed'),
  /** Nothing takes it by itself: staff move an instance along it, with a reason. */
  z.literal('repair'),
]);
export type Trigger = z.infer<typeof triggerSchema>;

export const transitionSchema = z.strictObject({
  key: keySchema,
  name: nameSchema.optional(),
  from: keySchema,
  to: keySchema,
  on: triggerSchema.optional(),
  when: expressionSchema.optional(),
  /** Higher is tried first; 0 where nothing is said. */
  priority: z.int().min(-1000).max(1000).optional(),
  /** Taken when no other transition of the trigger matches. */
  default: z.boolean().optional(),
  activities: z.array(activitySchema).optional(),
});
export type Transition = z.infer<typeof transitionSchema>;

/** Words beside the drawing, and a frame around steps: what explains a process to a reader and runs nothing. */
export const annotationSchema = z.discriminatedUnion('type', [
  z.strictObject({
    key: keySchema,
    type: z.literal('NOTE'),
    text: textSchema,
    /** The step that it is about. */
    about: keySchema.optional(),
  }),
  z.strictObject({
    key: keySchema,
    type: z.literal('GROUP'),
    name: nameSchema,
    /** The frame is drawn around them. */
    steps: z.array(keySchema).max(1000),
  }),
]);
export type Annotation = z.infer<typeof annotationSchema>;
export type NoteAnnotation = Extract<Annotation, { type: 'NOTE' }>;
export type GroupAnnotation = Extract<Annotation, { type: 'GROUP' }>;

export const definitionSchema = z.strictObject({
  key: keySchema,
  name: nameSchema,
  description: textSchema.optional(),
  subject: z.strictObject({
    type: keySchema,
    /** At most one live instance about the same subject. */
    unique: z.boolean().optional(),
  }),
  /** Expression over `input` that gives the correlation key. */
  correlation: expressionSchema.optional(),
  input: objectSchemaSchema.optional(),
  inputUi: objectSchemaSchema.optional(),
  /** Two to four facts that tell one request from another in lists. */
  facts: z.array(factSchema).max(4).optional(),
  /** Roles whose holders may start it; nobody but administrators and keys where empty. */
  startableBy: z.array(keySchema).optional(),
  maxAge: durationSchema.optional(),
  afterCompensation: z.enum(['reversed', 'completed']).optional(),
  schedule: z
    .strictObject({
      cron: z.string().min(9).max(200),
      timeZone: z.string().min(1),
      input: mappingSchema.optional(),
    })
    .optional(),
  calendar: keySchema.optional(),
  steps: z.array(stepSchema).max(1000),
  transitions: z.array(transitionSchema).max(5000),
  compensations: z.array(activitySchema).optional(),
  /** Pure drawing: the core never looks at it. Keys are shared with the steps, since both have places in the layout. */
  annotations: z.array(annotationSchema).max(1000).optional(),
});
export type Definition = z.infer<typeof definitionSchema>;

/** Where steps and notes stand on the canvas; it travels with a definition but outside its hash. */
export const layoutSchema = z.record(
  keySchema,
  z.strictObject({
    x: z.number(),
    y: z.number(),
    /** Stays where it is when the drawing is laid out anew. */
    pinned: z.literal(true).optional(),
  }),
);
export type Layout = z.infer<typeof layoutSchema>;
