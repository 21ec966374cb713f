import { endpoint } from '@/lib/http/endpoint';
import { exportVerdicts } from '@/lib/migration/export-verdicts';
import type { CheckMigration } from '@/lib/migration/schema';

export const POST = endpoint<{ key: string }>(async ({ actor, params, body }) => {
  const exported = await exportVerdicts(actor, params.key, body as CheckMigration);
  if (!exported.ok) return { result: exported };
  return new Response(exported.value, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="migration-verdicts.csv"',
      'cache-control': 'no-store',
    },
  });
});
