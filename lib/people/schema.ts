import { z } from 'zod';
import { keySchema, nameSchema } from '@/lib/engine/definition/primitives';
import type { Json, JsonObject } from '@/lib/engine/json';
import { permissions } from './permissions';

/** Any JSON, and a JSON object: the values that requests, forms and contexts are made of. */
export const anyJsonSchema = z.json() as z.ZodType<Json>;
export const jsonObjectSchema = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>;

/** An instant: ISO 8601 in UTC. */
export const instantSchema = z.string().describe('ISO 8601 in UTC.');

/** Addresses are compared and stored in lower case. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'an e-mail address has at most 254 characters')
  .pipe(z.email('this is not an e-mail address'));

export const permissionSchema = z.enum(permissions);

export const timeZoneSchema = z
  .string()
  .max(100)
  .refine(isTimeZone, 'this is not a time zone such as Europe/Berlin');

/** argon2id hashes what is typed, up to this length. */
export const passwordSchema = z
  .string()
  .min(8, 'a password has at least 8 characters')
  .max(200, 'a password has at most 200 characters');

/** What is set of a person; the address that names them comes with the request. */
export const putPersonSchema = z.strictObject({
  name: nameSchema,
  /** Keys of all roles that the person then holds. Left out, they stay as they are. */
  roles: z.array(keySchema).max(100).optional(),
  password: passwordSchema.optional(),
  locale: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'write a locale like en or de-AT')
    .optional(),
  timeZone: timeZoneSchema.optional(),
  /** Address of who leads them: deadlines may escalate to that person. Null: nobody. */
  manager: emailSchema.nullish(),
  /** False ends every session of the person and bars them from signing in and deciding. */
  active: z.boolean().optional(),
});
export type PutPerson = z.input<typeof putPersonSchema>;

/** A person as others name them. */
export const personRefSchema = z.object({ id: z.string(), name: z.string(), email: z.string() });

/** A look-up of colleagues. */
export const colleaguesSchema = z.object({
  /** A part of a name or an address. */
  q: z.string().trim().max(200).default(''),
  limit: z.coerce.number().int().min(1).max(50).default(10),
});
export type Colleagues = z.input<typeof colleaguesSchema>;

/** A role as others name it. */
export const roleRefSchema = z.object({ key: z.string(), name: z.string() });

export const personSchema = personRefSchema.extend({
  roles: z.array(roleRefSchema),
  active: z.boolean(),
  locale: z.string(),
  timeZone: z.string(),
  manager: personRefSchema.nullable(),
  createdAt: instantSchema,
});
export type PersonRow = z.infer<typeof personSchema>;

export const putRoleSchema = z.strictObject({
  name: nameSchema,
  permissions: z.array(permissionSchema).max(permissions.length).default([]),
});
export type PutRole = z.input<typeof putRoleSchema>;

export const roleSchema = roleRefSchema.extend({
  permissions: z.array(permissionSchema),
  /** How many active people hold it. */
  people: z.number(),
});
export type RoleRow = z.infer<typeof roleSchema>;

export const createKeySchema = z.strictObject({
  name: nameSchema,
  permissions: z.array(permissionSchema).max(permissions.length),
  /** Topics of external work that the key may fetch (with `external.work`); left out or empty: any. */
  topics: z.array(keySchema).max(100).default([]),
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
});
export type CreateKey = z.input<typeof createKeySchema>;

export const keyRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  permissions: z.array(permissionSchema),
  topics: z.array(z.string()),
  createdAt: instantSchema,
  /** To the minute; null while nobody has used it. */
  lastUsedAt: instantSchema.nullable(),
  expiresAt: instantSchema.nullable(),
  revokedAt: instantSchema.nullable(),
});
export type KeyRow = z.infer<typeof keyRowSchema>;

/** A new key: `key` is shown this once and cannot be read again. */
export const createdKeySchema = keyRowSchema.extend({ key: z.string() });
export type CreatedKey = z.infer<typeof createdKeySchema>;

/** True for a named zone that this platform knows; an offset is none, and PostgreSQL reads +02:00 the other way round. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Z]/i.test(name);
  } catch {
    return false;
  }
}
