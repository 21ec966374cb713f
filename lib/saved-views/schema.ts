import { z } from 'zod';
import { instantSchema } from '@/lib/people/schema';

/** Lists of which views can be saved. Another list joins by its name here; the database takes any. */
export const viewPlaces = ['instances', 'inbox'] as const;
export const viewPlaceSchema = z.enum(viewPlaces);
export type ViewPlace = (typeof viewPlaces)[number];

const nameSchema = z.string().trim().min(1, 'give it a name').max(80, 'a name has at most 80 characters');

/** What the list's address says behind its question mark: a view is an address with a name. */
const addressSchema = z
  .string()
  .max(2000, 'this address is too long to be kept')
  .refine((text) => !text.startsWith('?') && !text.includes('#'), 'write the parameters only');

export const saveViewSchema = z.strictObject({
  place: viewPlaceSchema,
  name: nameSchema,
  address: addressSchema,
  /** Everybody of the tenant who has the list sees it. */
  shared: z.boolean().default(false),
});
export type SaveView = z.input<typeof saveViewSchema>;

export const putViewSchema = z.strictObject({
  name: nameSchema.optional(),
  address: addressSchema.optional(),
  shared: z.boolean().optional(),
});
export type PutView = z.input<typeof putViewSchema>;

export const savedViewSchema = z.object({
  id: z.string(),
  place: viewPlaceSchema,
  name: z.string(),
  address: z.string(),
  shared: z.boolean(),
  owner: z.object({ id: z.string(), name: z.string() }),
  /** The actor may rename, change and delete it. */
  own: z.boolean(),
  createdAt: instantSchema,
});
export type SavedViewRow = z.infer<typeof savedViewSchema>;
