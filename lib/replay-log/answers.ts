import { z } from 'zod';

/** What this tool reads of the API's answers; fields beyond these are of no concern to it. */

const openTasks = z.array(z.object({ id: z.string(), step: z.string() }));

export const startedSchema = z.object({ id: z.string(), openTasks });

export const decidedSchema = z.object({
  instance: z.object({ status: z.string(), version: z.number() }),
  openTasks,
});

export const instanceSchema = z.object({
  status: z.string(),
  state: z.string().nullable(),
  version: z.number(),
});

export const draftSchema = z.object({ revision: z.number() });

export const publishedSchema = z.object({ version: z.number() });

export const eventsSchema = z.object({
  items: z.array(
    z.object({
      type: z.string(),
      key: z.string().nullable(),
      actor: z.object({ name: z.string() }),
    }),
  ),
  next: z.union([z.string(), z.number()]).nullish(),
});

export const verificationSchema = z.object({ ok: z.boolean(), replayEqual: z.boolean() });
