import { appPool } from '@/lib/database/pool';
import { createMailer } from '@/lib/mail/transport';
import { log } from '@/lib/observability/log';
import { announce } from '@/lib/runtime/notices';
import { repeatedly } from '@/lib/runtime/repeatedly';
import { type Delivery, deliverMails } from './deliver-mails';

export type NotifierOptions = Pick<Delivery, 'secret' | 'url'> & { readonly smtpUrl: string };

/** Noted events that one look turns into messages. */
const batch = 200;
/** Pause between two looks, in milliseconds. */
const lookEvery = 1_000;

/**
 * Tells people (docs/notifications.md): turns what moves have noted into messages, and sends the mails among them that are due.
 * It runs beside each worker; any number of them share the work.
 * @returns `stop`, which lets the mail under way end
 */
export function startNotifier({ smtpUrl, secret, url }: NotifierOptions): { stop(): Promise<void> } {
  const logger = log('notifier');
  const stopping = new AbortController();
  const mailer = createMailer(smtpUrl);
  const delivery: Delivery = { pool: appPool(), mailer, secret, url, stopping: stopping.signal };
  const looks = repeatedly(lookEvery, async () => {
    try {
      await tellPeople(delivery);
    } catch (error) {
      if (!stopping.signal.aborted) logger.warn({ err: error }, 'telling people failed; trying again');
    }
  });
  return {
    async stop() {
      stopping.abort(new Error('The worker stops.'));
      await looks.stop();
      mailer.close();
    },
  };
}

/** One look: all messages that are to be written, and all mails that are due. */
export async function tellPeople(delivery: Delivery): Promise<void> {
  while (!delivery.stopping.aborted) {
    const { rows } = await delivery.pool.query<{ tenant_id: string; instance_id: string }>({
      name: 'write_notifications',
      text: 'SELECT DISTINCT w.tenant_id, w.instance_id FROM public.write_notifications($1) AS w',
      values: [batch],
    });
    // Screens that show the bell read it again.
    for (const { tenant_id: tenantId, instance_id: instanceId } of rows) {
      announce({ tenantId, instanceId, jobs: false, timers: false });
    }
    if (rows.length === 0) break;
  }
  while (!delivery.stopping.aborted && (await deliverMails(delivery)).more);
}
