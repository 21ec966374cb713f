import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { putSecretSchema, secretSchema } from '@/lib/secrets/schema';
import { named, operation } from './operation';

const tag = 'Secrets';
const path = named('name', 'The secret’s name, as definitions write it after `secrets.`');

export const secretPaths: ZodOpenApiPathsObject = {
  '/secrets': {
    get: operation('listSecrets', {
      tag,
      summary: 'Names of secrets and who uses them; no answer ever has a value',
      answer: z.array(secretSchema),
    }),
  },
  '/secrets/{name}': {
    get: operation('getSecret', { tag, summary: 'A secret, without its value', path, answer: secretSchema }),
    put: operation('putSecret', {
      tag,
      summary: 'Keeps a secret, or puts another value in its place',
      path,
      body: putSecretSchema,
      answer: secretSchema,
    }),
    delete: operation('deleteSecret', {
      tag,
      summary: 'Forgets a secret, unless an active version or one with live instances names it',
      path,
      answer: z.object({ deleted: z.literal(true) }),
    }),
  },
};
