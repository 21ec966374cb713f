import { endpoint } from '@/lib/http/endpoint';
import { checkMigration, proposeMigration } from '@/lib/migration/queries';
import type { CheckMigration } from '@/lib/migration/schema';

export const GET = endpoint<{ key: string }>(async ({ actor, params, query }) => ({
  result: await proposeMigration(actor, params.key, query),
}));

export const POST = endpoint<{ key: string }>(async ({ actor, params, body }) => ({
  result: await checkMigration(actor, params.key, body as CheckMigration),
}));
