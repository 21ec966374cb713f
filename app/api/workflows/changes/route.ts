import { z } from 'zod';
import { changeStream } from '@/lib/instances/change-stream';
import { endpoint } from '@/lib/http/endpoint';
import { readInput } from '@/lib/people/input';

export const dynamic = 'force-dynamic';

/** A page says when it was drawn; one second is taken off for servers whose clocks differ. */
const querySchema = z.strictObject({ since: z.iso.datetime().optional() });

export const GET = endpoint(async ({ actor, query, signal }) => {
  const read = readInput(querySchema, query);
  if (!read.ok) return { result: read };
  const { since } = read.value;
  return changeStream(actor.tenantId, signal, since ? Date.parse(since) - 1_000 : undefined);
});
