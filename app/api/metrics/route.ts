import { endpoint } from '@/lib/http/endpoint';
import { expositionType } from '@/lib/observability/metrics';
import { readMetrics } from '@/lib/observability/read-metrics';

export const dynamic = 'force-dynamic';

/** For Prometheus, with a key that has `metrics.read`. */
export const GET = endpoint(async ({ actor }) => {
  const result = await readMetrics(actor);
  if (!result.ok) return { result };
  return new Response(result.value, {
    headers: { 'content-type': expositionType, 'cache-control': 'no-store' },
  });
});
