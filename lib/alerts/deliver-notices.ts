import type { Pool } from 'pg';
import type { Agent } from 'undici';
import { inTenant } from '@/lib/database/client';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Mailer } from '@/lib/mail/transport';
import { sendRequest } from '@/lib/runtime/outbound/http-request';
import { signatureHeaders, signingKey } from '@/lib/runtime/outbound/signing';
import { alertWords, type Told } from './words';

export type NoticeDelivery = {
  /** Of the app's role. */
  readonly pool: Pool;
  readonly mailer: Mailer;
  /** Reaches no private address but those that were allowed. */
  readonly agent: Agent;
  readonly secret: string;
  /** The public address of the product, without a slash at its end. */
  readonly url: string;
  readonly stopping: AbortSignal;
};

/** Notices that one look takes in hand, and for how long, in seconds. */
const batch = 20;
const inHand = 300;
/** Tries of one notice; the last one comes about four hours after the first. */
const mostTries = 10;
/** Pause after the first try that failed, in seconds; it doubles with each. */
const firstPause = 15;
const requestMilliseconds = 10_000;

type Notice = Told & {
  readonly id: string;
  readonly alertId: string;
  readonly ruleId: string;
  readonly channel: 'mail' | 'webhook';
  readonly target: string;
  readonly attempts: number;
  readonly exampleId: string | null;
};

const one = tenantStatement(
  'alert_notice',
  `SELECT n.id, n.alert_id AS "alertId", a.rule_id AS "ruleId", n.about, n.channel, n.target, n.attempts, r.name AS rule, r.kind,
     a.definition_key AS definition, a.step, a.count, a.measured, a.example_id AS "exampleId",
     public.instant_text(a.opened_at) AS "openedAt"
   FROM public.alert_notices n JOIN public.alerts a ON a.tenant_id = n.tenant_id AND a.id = n.alert_id
   JOIN public.alert_rules r ON r.tenant_id = a.tenant_id AND r.id = a.rule_id
   WHERE n.tenant_id = tenant.id AND n.id = $2 AND n.status = 'queued'`,
);

/**
 * Sends the notices that are due, at least once: what fails is tried again with growing pauses, and then given up with its words.
 * @returns how many were taken in hand
 */
export async function deliverNotices(delivery: NoticeDelivery): Promise<number> {
  const { rows } = await delivery.pool.query<{ tenant_id: string; id: string }>(
    'SELECT * FROM public.claim_alert_notices($1, $2)',
    [batch, inHand],
  );
  for (const { tenant_id: tenantId, id } of rows) {
    if (delivery.stopping.aborted) break;
    const [notice] = await readTenant<Notice>(delivery.pool, tenantId, one, [id]);
    if (notice) await deliver(delivery, tenantId, notice);
  }
  return rows.length;
}

async function deliver(delivery: NoticeDelivery, tenantId: string, notice: Notice): Promise<void> {
  try {
    await (notice.channel === 'mail' ? mail(delivery, notice) : call(delivery, tenantId, notice));
  } catch (error) {
    if (delivery.stopping.aborted) return;
    const attempts = notice.attempts + 1;
    const words = (error instanceof Error ? error.message : String(error)).slice(0, 1000);
    await settle(tenantId, notice.id, {
      status: attempts >= mostTries ? 'failed' : 'queued',
      attempts,
      error: words,
      pause: firstPause * 2 ** (attempts - 1),
    });
    return;
  }
  await settle(tenantId, notice.id, { status: 'sent', attempts: notice.attempts + 1, error: null, pause: 0 });
}

async function mail({ mailer, url, stopping }: NoticeDelivery, notice: Notice): Promise<void> {
  const { subject, text } = alertWords(notice);
  const link = `${url}/operations/alerts`;
  await mailer.send(
    {
      to: [notice.target],
      cc: [],
      subject,
      text: `${text}\n\n${link}\n${notice.exampleId === null ? '' : `${url}/instances/${notice.exampleId}\n`}`,
      // The same for each try, so that a mailbox can tell a copy.
      messageId: `<alert-${notice.id}@interlock>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
    stopping,
  );
}

async function call(delivery: NoticeDelivery, tenantId: string, notice: Notice): Promise<void> {
  const { about, rule, kind, definition, step, count, measured, openedAt, exampleId, alertId, target } =
    notice;
  const body = JSON.stringify({
    type: `alert.${about}`,
    alert: alertId,
    rule,
    kind,
    definition,
    step,
    count,
    measured,
    openedAt,
    instance: exampleId,
    text: alertWords(notice).text,
    url: `${delivery.url}/operations/alerts`,
  });
  const key = alertSigningKey(delivery.secret, tenantId, notice.ruleId);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...signatureHeaders(key, notice.id, body),
  };
  const signal = AbortSignal.any([AbortSignal.timeout(requestMilliseconds), delivery.stopping]);
  await sendRequest(
    delivery.agent,
    { method: 'POST', url: target, headers, body, redirect: 'manual' },
    signal,
  );
}

/** The key with which the requests of a rule are signed. */
export function alertSigningKey(secret: string, tenantId: string, ruleId: string): string {
  return signingKey(secret, tenantId, `alert:${ruleId}`);
}

type Settled = {
  readonly status: 'sent' | 'queued' | 'failed';
  readonly attempts: number;
  readonly error: string | null;
  /** Until the next try, in seconds. */
  readonly pause: number;
};

async function settle(
  tenantId: string,
  id: string,
  { status, attempts, error, pause }: Settled,
): Promise<void> {
  await inTenant(
    tenantId,
    (
      tx,
    ) => tx.$executeRaw`UPDATE public.alert_notices SET status = ${status}, attempts = ${attempts}, error = ${error},
      sent_at = CASE WHEN ${status} = 'sent' THEN now() END, next_attempt_at = now() + make_interval(secs => ${pause})
      WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`,
  );
}
