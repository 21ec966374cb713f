import { z } from 'zod';
import { reasonSchema } from '@/lib/instances/schema';
import { relativeSchema } from '@/lib/instances/relatives-schema';
import { leftStates } from './schema';

const pathSchema = z.string().trim().min(1).max(300);

/**
 * What is to go: fields of the context or the input by their dotted paths, texts wherever they stand, and the content of files. With
 * `relatives`, the same goes from the ended instances around it: parents, sub-processes, and what one was reopened from or as.
 */
export const erasureSchema = z
  .strictObject({
    fields: z.array(pathSchema).max(100).default([]),
    texts: z
      .array(z.string().trim().min(3, 'a text to be erased has at least three characters').max(500))
      .max(100)
      .default([]),
    files: z.array(z.guid()).max(200).default([]),
    relatives: z.boolean().default(false),
  })
  .refine(({ fields, texts, files }) => fields.length + texts.length + files.length > 0, {
    path: ['fields'],
    error: 'choose what is to be erased',
  });
export type Erasure = z.input<typeof erasureSchema>;

/** The order to erase; it says that whoever gives it knows what that means. */
export const eraseSchema = erasureSchema.safeExtend({
  reason: reasonSchema,
  irreversible: z.literal(true, { error: 'say that you know that this cannot be undone' }),
});
export type EraseData = z.input<typeof eraseSchema>;

/** What an erasure takes from an instance around the one that it is about. */
const reachedSchema = z.object({
  /**
   * `kept`: nobody asked for it; `live`: it is left as it is, its steps still need the data; `unread`: it could not be read at this
   * moment, and is left as it is; `refused`: it cannot lose this, and `message` says why.
   */
  state: z.enum(['erased', 'nothing', 'kept', ...leftStates]),
  places: z.record(z.string(), z.number()),
  message: z.string().nullable(),
});
export type Reached = z.infer<typeof reachedSchema>;

const reachSchema = reachedSchema.extend({ instance: relativeSchema });
export type Reach = z.infer<typeof reachSchema>;

/** What would be removed at this moment, found by doing it and taking it back. */
export const erasurePreviewSchema = z.object({
  fields: z.array(
    z.object({
      path: z.string(),
      /** Values that go wherever they stand. */
      everywhere: z.array(z.string()),
      /** Values that go only where they stand under their name: short ones, numbers, words that the process itself uses. */
      byName: z.array(z.string()),
    }),
  ),
  /** Table → rows that lose something. */
  places: z.record(z.string(), z.number()),
  /** Files whose content stays, of those that this instance has: nobody looks into them. */
  filesKept: z.number(),
  /** It has failed, and undoing what it did would need the data. */
  undoable: z.boolean(),
  /** Instances around it, with what the same erasure takes from each. */
  relatives: z.array(reachSchema),
  /** Instances around it that the actor may not see, and that are left as they are. */
  hidden: z.number(),
  /** Other instances that have a business field with one of the values: requests of the same person, say. They stay as they are. */
  elsewhere: z.number(),
});
export type ErasurePreview = z.infer<typeof erasurePreviewSchema>;

export const erasedSchema = z.object({
  version: z.number(),
  places: z.record(z.string(), z.number()),
  /** What became of each instance around it that the actor may see. */
  relatives: z.array(reachedSchema.extend({ id: z.string() })),
  /** Instances around it that the actor may not see, and that were left as they are. */
  hidden: z.number(),
});
export type Erased = z.infer<typeof erasedSchema>;
