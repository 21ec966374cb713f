import { appPool } from '@/lib/database/pool';
import { createMailer } from '@/lib/mail/transport';
import { log } from '@/lib/observability/log';
import { guardedAgent } from '@/lib/runtime/outbound/address-guard';
import { repeatedly } from '@/lib/runtime/repeatedly';
import { deliverNotices, type NoticeDelivery } from './deliver-notices';
import { evaluateAlerts } from './evaluate';

export type WatcherOptions = Pick<NoticeDelivery, 'secret' | 'url'> & {
  readonly smtpUrl: string;
  readonly allowedHosts: readonly string[];
};

/** Pause between two looks at the rules, and between two looks for notices, in milliseconds. */
const lookEvery = 60_000;
const deliverEvery = 2_000;

/**
 * Watches for alerts beside each worker: looks at the rules of every tenant that has some, and tells whoever they name. Any number
 * of them share the work; what was told stands in the database.
 * @returns `stop`, which lets the notice under way end
 */
export function startAlerts({ smtpUrl, allowedHosts, secret, url }: WatcherOptions): {
  stop(): Promise<void>;
} {
  const logger = log('alerts');
  const stopping = new AbortController();
  const mailer = createMailer(smtpUrl);
  const agent = guardedAgent(allowedHosts);
  const delivery = { pool: appPool(), mailer, agent, secret, url, stopping: stopping.signal };
  const attempt = (pause: number, work: () => Promise<unknown>) =>
    repeatedly(pause, async () => {
      try {
        await work();
      } catch (error) {
        if (!stopping.signal.aborted) logger.warn({ err: error }, 'alerts failed; trying again');
      }
    });
  const looks = attempt(lookEvery, async () => {
    const { rows } = await delivery.pool.query<{ tenant_id: string }>(
      'SELECT tenant_id FROM public.alert_tenants()',
    );
    for (const { tenant_id: tenantId } of rows) {
      if (stopping.signal.aborted) return;
      const found = await evaluateAlerts(delivery.pool, tenantId);
      if (found && found.raised + found.ended > 0) logger.info({ tenant: tenantId, ...found }, 'alerts');
    }
  });
  const notices = attempt(deliverEvery, () => deliverNotices(delivery));
  return {
    async stop() {
      stopping.abort(new Error('The worker stops.'));
      await Promise.all([looks.stop(), notices.stop()]);
      mailer.close();
      await agent.close();
    },
  };
}
