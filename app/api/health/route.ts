import { readHealth } from '@/lib/observability/health';

export const dynamic = 'force-dynamic';

/** For load balancers and operators; needs no sign-in and tells nothing about anybody. */
export async function GET(): Promise<Response> {
  const health = await readHealth();
  return Response.json(health, { status: health.ok ? 200 : 503, headers: { 'cache-control': 'no-store' } });
}
