import { z } from 'zod';
import { exportDefinition } from '@/lib/definitions/exchange';
import { exportQuerySchema } from '@/lib/definitions/schema';
import { endpoint } from '@/lib/http/endpoint';
import { readInput } from '@/lib/people/input';

/** A definition as a file for saving: never a page of ours. */
export const GET = endpoint<{ key: string }>(async ({ actor, params, query }) => {
  const read = readInput(
    exportQuerySchema.extend({ version: z.coerce.number().int().min(1).optional() }),
    query,
  );
  if (!read.ok) return { result: read };
  const { format, version = null } = read.value;
  const file = await exportDefinition(actor, params.key, format, version);
  if (!file.ok) return { result: file };
  const { name, type, content } = file.value;
  return new Response(content, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    },
  });
});
