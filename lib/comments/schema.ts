import { z } from 'zod';
import { instantSchema } from '@/lib/people/schema';

/** Limits of what comes in; each refusal names its limit. */
export const limits = { textCharacters: 5_000 } as const;

export const addCommentSchema = z.strictObject({
  text: z
    .string({ error: 'write something' })
    .trim()
    .min(1, 'write something')
    .max(limits.textCharacters, `a comment has at most ${limits.textCharacters} characters`),
});
export type AddComment = z.input<typeof addCommentSchema>;

/** One thing that somebody wrote about an instance, or a document that they added. */
export const commentSchema = z.object({
  id: z.string(),
  author: z.object({ id: z.string(), name: z.string() }),
  text: z.string(),
  file: z.object({ id: z.string(), name: z.string(), size: z.number() }).nullable(),
  createdAt: instantSchema,
});
export type CommentRow = z.infer<typeof commentSchema>;
