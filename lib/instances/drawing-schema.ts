import { z } from 'zod';

/** The definition's drawing and what the instance did in it; shaped as the diagram component takes it. */
export const drawingSchema = z.object({
  steps: z.array(z.object({ key: z.string(), name: z.string(), type: z.string() })),
  transitions: z.array(
    z.object({
      key: z.string(),
      from: z.string(),
      to: z.string(),
      name: z.string().optional(),
      label: z.string().optional(),
    }),
  ),
  positions: z.record(z.string(), z.object({ x: z.number(), y: z.number() })).optional(),
  marks: z.record(
    z.string(),
    z.object({ kind: z.enum(['done', 'active', 'failed', 'waiting']), visits: z.number() }),
  ),
  /** Transition key → how often it was taken. */
  taken: z.record(z.string(), z.number()),
});
