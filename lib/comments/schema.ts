import { z } from 'zod';
import { instantSchema, personRefSchema } from '@/lib/people/schema';

/** Limits of what comes in; each refusal names its limit. */
export const limits = { textCharacters: 5_000, mentions: 20, mentionable: 8 } as const;

export const addCommentSchema = z.strictObject({
  text: z
    .string({ error: 'write something' })
    .trim()
    .min(1, 'write something')
    .max(limits.textCharacters, `a comment has at most ${limits.textCharacters} characters`),
  /** Ids of the people whom the text names; they hear of it, and have to be such as may read the request. */
  mentions: z
    .array(z.uuid())
    .max(limits.mentions, `a comment names at most ${limits.mentions} people`)
    .default([]),
});
export type AddComment = z.input<typeof addCommentSchema>;

/** One thing that somebody wrote about an instance, or a document that they added. */
export const commentSchema = z.object({
  id: z.string(),
  author: z.object({ id: z.string(), name: z.string() }),
  text: z.string(),
  /** Whom the text names, as `@` and their name. */
  mentions: z.array(z.object({ id: z.string(), name: z.string() })),
  /** `erased`: its content was erased for good. */
  file: z.object({ id: z.string(), name: z.string(), size: z.number(), erased: z.boolean() }).nullable(),
  createdAt: instantSchema,
});
export type CommentRow = z.infer<typeof commentSchema>;

/** Whom one may want to name: colleagues by a part of their name or address. */
export const mentionableSchema = z.object({ q: z.string().trim().max(100).default('') });
export type Mentionable = z.input<typeof mentionableSchema>;

/** A colleague who may be named, and whether they may read the request: only then can they be told of it. */
export const mentionablePersonSchema = personRefSchema.extend({ maySee: z.boolean() });
export type MentionablePerson = z.infer<typeof mentionablePersonSchema>;
