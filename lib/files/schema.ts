import { z } from 'zod';
import { isMediaType } from '@/lib/engine/accepted-files';
import { keySchema } from '@/lib/engine/definition/primitives';
import { positionSchema } from '@/lib/instances/schema';
import { instantSchema } from '@/lib/people/schema';
import { mostFileBytes } from './permissions';

/** Limits of what comes in; each refusal names its limit. */
export const limits = {
  fileBytes: mostFileBytes,
  nameCharacters: 255,
  /** Files of one person that wait for a start. */
  waitingFiles: 100,
} as const;

const fileNameSchema = z
  .string()
  .transform((name) => (name.split(/[/\\]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').trim())
  .pipe(z.string().min(1, 'name the file').max(limits.nameCharacters, 'a name has at most 255 characters'));

/** What comes with an upload besides the content. */
export const uploadSchema = z.object({
  /** Key of the step that waits for it. */
  step: keySchema,
  name: fileNameSchema,
});
export type Upload = z.input<typeof uploadSchema>;

/** What comes with a file that no step waits for. */
export const newDocumentSchema = z.object({
  name: fileNameSchema,
  /** Media types of which it has to be, for the field of a form that it is chosen for; none: any. */
  accept: z
    .array(z.string().refine(isMediaType, 'write a media type like application/pdf or image/*'))
    .max(50, 'at most 50 media types')
    .default([]),
});
export type NewDocument = z.input<typeof newDocumentSchema>;

/** `accept` in the query of an upload. */
export const acceptParameter = z
  .array(z.string())
  .optional()
  .describe(
    'Media types of which the content has to be, such as application/pdf or image/*, each by a parameter of its own; none: any.',
  );

/** A new document as the query of its upload describes it: `name=…&accept=application/pdf&accept=image/*`. */
export function newDocumentOf(query: URLSearchParams): NewDocument {
  return { name: query.get('name') ?? '', accept: query.getAll('accept') };
}

/** A file as lists show it. */
export const fileSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  type: z.string().describe('What the content is, whatever the name says.'),
  sha256: z.string().describe('SHA-256 of the content, in hexadecimal.'),
  step: z.string(),
  uploadedBy: z.string(),
  uploadedAt: instantSchema,
  erasedAt: instantSchema
    .nullable()
    .describe('When its content was erased for good; its size and hash stay.'),
});
export type FileRow = z.infer<typeof fileSchema>;

/** A file that waits for a start; the form that is sent names it by `<id>/<name>`. */
export const startFileSchema = z.object({
  file: fileSchema.pick({ id: true, name: true, size: true, type: true, sha256: true }),
});
export type StartFile = z.infer<typeof startFileSchema>;

export const uploadedSchema = z.object({ file: fileSchema, instance: positionSchema });
export type Uploaded = z.infer<typeof uploadedSchema>;
