import { z } from 'zod';
import { reasonSchema } from '@/lib/instances/schema';
import { instantSchema } from '@/lib/people/schema';

/** From when on a version is the active one. */
const activeFromSchema = z.iso
  .datetime({ offset: true, error: 'write an instant like 2026-01-31T00:00:00Z' })
  .nullish()
  .describe('From when on new instances take it; at once where it is left out or has passed.');

/** How a draft becomes a version. */
export const publishSchema = z.strictObject({ activeFrom: activeFromSchema });
export type Publish = z.input<typeof publishSchema>;

/** A published version that is to be the active one. */
export const activateSchema = z.strictObject({ from: activeFromSchema });
export type ActivateVersion = z.input<typeof activateSchema>;

/** What came of it: from when on, and whether that is now. */
export const activatedSchema = z.object({
  key: z.string(),
  version: z.number(),
  active: z.boolean(),
  activeFrom: instantSchema.nullable(),
});
export type Activated = z.infer<typeof activatedSchema>;

/** Nothing starts by it any more, for this reason. */
export const retireSchema = z.strictObject({ reason: reasonSchema });
export type Retire = z.input<typeof retireSchema>;

export const retiredSchema = z.object({
  key: z.string(),
  /** Null when all of the definition is retired. */
  version: z.number().nullable(),
  /** What goes on by it until it ends. */
  liveInstances: z.number(),
});
export type Retired = z.infer<typeof retiredSchema>;

/** A version is made the draft again. */
export const restoreSchema = z.strictObject({
  replaceChanges: z
    .boolean()
    .default(false)
    .describe(
      'Whether changes of the draft that no version has may be lost. They are refused to be otherwise.',
    ),
});
export type RestoreVersion = z.input<typeof restoreSchema>;
