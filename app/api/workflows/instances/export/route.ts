import { endpoint } from '@/lib/http/endpoint';
import { streamOf } from '@/lib/http/stream-of';
import { exportInstances } from '@/lib/instances/export';

export const GET = endpoint(async ({ actor, query }) => {
  const made = await exportInstances(actor, query);
  if (!made.ok) return { result: made };
  const { format, texts } = made.value;
  return new Response(streamOf(texts), {
    headers: {
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="instances.${format}"`,
      'cache-control': 'no-store',
    },
  });
});
