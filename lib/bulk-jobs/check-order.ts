import { forTenant } from '@/lib/database/client';
import type { Actor } from '@/lib/people/actor';
import { type Refusal, refuseFields } from '@/lib/people/refusal';
import type { Order } from './schema';

/** What is wrong with an order beyond its schema, before any instance is chosen; null when nothing is. */
export async function checkOrder(
  actor: Actor,
  order: Order,
): Promise<{ readonly ok: false; readonly refusal: Refusal } | null> {
  if (order.action === 'migrate') {
    const plan = await forTenant(actor.tenantId).migrationPlan.findFirst({ where: { id: order.plan } });
    return plan ? null : refuseFields([{ path: '/order/plan', message: 'there is no such plan' }]);
  }
  if (order.action !== 'reassign' || order.to === null) return null;
  const person = await forTenant(actor.tenantId).person.findFirst({
    where: { email: order.to, active: true },
  });
  return person
    ? null
    : refuseFields([
        { path: '/order/to', message: `there is no active person with the address ${order.to}` },
      ]);
}
