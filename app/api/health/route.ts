import { checkMailLinks } from '@/lib/notifications/link-check';
import { readHealth } from '@/lib/observability/health';

export const dynamic = 'force-dynamic';

/** For load balancers and operators; needs no sign-in and tells nothing about anybody. */
export async function GET(): Promise<Response> {
  const health = { ...(await readHealth()), mailLinks: checkMailLinks() };
  const status = health.status === 'down' || health.mailLinks === 'broken' ? 503 : 200;
  return Response.json(health, { status, headers: { 'cache-control': 'no-store' } });
}
