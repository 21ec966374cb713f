import { z } from 'zod';
import { instantSchema } from '@/lib/people/schema';

/** Limits of what comes in; each refusal names its limit. */
export const limits = { fewestCharacters: 6, mostCharacters: 8_192 } as const;

/** As definitions write it: `{{ secrets.PARTNER_TOKEN }}`. */
export const secretNameSchema = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'write capital letters, digits and _, like PARTNER_TOKEN');

export const putSecretSchema = z.strictObject({
  value: z
    .string()
    .min(limits.fewestCharacters, `a secret has at least ${limits.fewestCharacters} characters`)
    .max(limits.mostCharacters, `a secret has at most ${limits.mostCharacters} characters`),
});
export type PutSecret = z.input<typeof putSecretSchema>;

/** All that is ever shown of a secret. */
export const secretSchema = z.object({
  name: z.string(),
  createdAt: instantSchema,
  changedAt: instantSchema,
  changedBy: z.string(),
  /** False: another INTERLOCK_SECRET has sealed it, and its value has to be entered again. */
  readable: z.boolean(),
  /** Definitions that name it; `needed`: their active version does, or one that has live instances, so it stays. */
  usedBy: z.array(z.object({ key: z.string(), name: z.string(), needed: z.boolean() })),
});
export type SecretRow = z.infer<typeof secretSchema>;
