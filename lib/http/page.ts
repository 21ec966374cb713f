import { z } from 'zod';

/** Query parameters of a list: where to go on, and how many at most. */
export const pageQuerySchema = z.object({
  /** The `next` of the page before; absent for the first page. */
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type PageQuery = { readonly cursor?: string | undefined; readonly limit?: number | undefined };

/** One page of a list. `next` is null on the last one. */
export type Page<T> = { readonly items: readonly T[]; readonly next: string | null };

/** The schema of a page of such items. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next: z.string().nullable().describe('Cursor of the next page; null on the last one.'),
  });
}

/** A list that can be searched by a part of a name. */
export const searchQuerySchema = pageQuerySchema.extend({ q: z.string().trim().max(200).optional() });
