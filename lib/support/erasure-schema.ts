import { z } from 'zod';
import { reasonSchema } from '@/lib/instances/schema';
import { relativeSchema } from '@/lib/instances/relatives-schema';

const pathSchema = z.string().trim().min(1).max(300);

/** What is to go: fields of the context or the input by their dotted paths, and texts wherever they stand. */
export const erasureSchema = z
  .strictObject({
    fields: z.array(pathSchema).max(100).default([]),
    texts: z
      .array(z.string().trim().min(3, 'a text to be erased has at least three characters').max(500))
      .max(100)
      .default([]),
  })
  .refine(({ fields, texts }) => fields.length + texts.length > 0, {
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
  /** Files of the instance: nobody looks into them. */
  files: z.number(),
  /** It has failed, and undoing what it did would need the data. */
  undoable: z.boolean(),
  /** Instances around it, which may hold the same. */
  relatives: z.array(relativeSchema),
});
export type ErasurePreview = z.infer<typeof erasurePreviewSchema>;

export const erasedSchema = z.object({ version: z.number(), places: z.record(z.string(), z.number()) });
export type Erased = z.infer<typeof erasedSchema>;
