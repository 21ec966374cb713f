import { z } from 'zod';

/**
 * An attempt waits for room at its resource (DESIGN 8.10), and goes on by itself as soon as there is some. Null for what has a
 * place there, or needs none.
 */
export const roomSchema = z
  .object({
    resource: z.string(),
    title: z.string(),
    atOnce: z.int().nullable(),
    perSecond: z.number().nullable(),
    /** Attempts that have a place there now. */
    running: z.int(),
    /** Attempts before it in line. */
    ahead: z.int(),
  })
  .nullable();
