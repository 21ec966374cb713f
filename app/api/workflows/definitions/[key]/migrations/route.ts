import { endpoint } from '@/lib/http/endpoint';
import { prepareMigration } from '@/lib/migration/commands';
import { listPlans } from '@/lib/migration/queries';
import type { Migrate } from '@/lib/migration/schema';

export const GET = endpoint<{ key: string }>(async ({ actor, params }) => ({
  result: await listPlans(actor, params.key),
}));

export const POST = endpoint<{ key: string }>(async ({ actor, params, body }) => ({
  result: await prepareMigration(actor, params.key, body as Migrate),
  status: 201,
}));
