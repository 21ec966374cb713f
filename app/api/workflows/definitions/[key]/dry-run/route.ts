import { dryRun } from '@/lib/dry-run/queries';
import type { DryRunOrder } from '@/lib/dry-run/schema';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint<{ key: string }>(async ({ actor, params, body }) => ({
  result: await dryRun(actor, params.key, body as DryRunOrder),
}));
