import { z } from 'zod';
import { keySchema } from '@/lib/engine/definition/primitives';
import { instantSchema } from '@/lib/people/schema';

/** Lists of which views are kept. The inbox says in lib/inbox/saved-views.ts what a view of it is; the others keep an address. */
export type ViewPlace = AddressPlace | 'inbox';

/** Lists whose views are an address with a name. Another list joins by its name here; the database takes any. */
export const addressPlaces = ['instances'] as const;
export const addressPlaceSchema = z.enum(addressPlaces);
export type AddressPlace = (typeof addressPlaces)[number];

/** Colours of the dot before a view. */
export const viewColours = ['grey', 'blue', 'green', 'amber', 'red', 'violet'] as const;
export type ViewColour = (typeof viewColours)[number];

export const viewNameSchema = z
  .string()
  .trim()
  .min(1, 'give it a name')
  .max(80, 'a name has at most 80 characters');
export const viewColourSchema = z.enum(viewColours).default('grey');

/** Who sees a view too: `*` is everybody, else the key of a role; null is nobody. */
export const viewAudienceSchema = z
  .union([z.literal('*'), keySchema])
  .nullable()
  .default(null);

/** What the list's address says behind its question mark. */
const addressSchema = z
  .string()
  .max(2000, 'this address is too long to be kept')
  .refine((text) => !text.startsWith('?') && !text.includes('#'), 'write the parameters only');

/** What `query` of a stored view has, where a view is an address. */
export const addressQuerySchema = z.object({ address: addressSchema });

export const saveViewSchema = z.strictObject({
  name: viewNameSchema,
  colour: viewColourSchema,
  sharedWith: viewAudienceSchema,
  place: addressPlaceSchema,
  address: addressSchema,
});
export type SaveView = z.input<typeof saveViewSchema>;

export const putViewSchema = saveViewSchema.omit({ place: true }).partial();
export type PutView = z.input<typeof putViewSchema>;

export const savedViewSchema = z.object({
  id: z.string(),
  place: addressPlaceSchema,
  name: z.string(),
  colour: z.enum(viewColours),
  address: z.string(),
  sharedWith: z.string().nullable(),
  owner: z.object({ id: z.string(), name: z.string() }),
  /** The actor may rename, change and delete it. */
  own: z.boolean(),
  /** The actor has taken it out of their list. */
  hidden: z.boolean(),
  createdAt: instantSchema,
});
export type SavedViewRow = z.infer<typeof savedViewSchema>;

/** Whether somebody has taken a view out of their list. */
export const hiddenViewSchema = z.object({ id: z.string(), hidden: z.boolean() });
export type HiddenView = z.infer<typeof hiddenViewSchema>;
