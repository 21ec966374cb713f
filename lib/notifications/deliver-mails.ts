import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { inTenant } from '@/lib/database/client';
import type { Mailer } from '@/lib/mail/transport';
import { loadDefinition } from '@/lib/runtime/snapshot';
import { linkAddress } from './link-address';
import { type Addresses, mailContent } from './mail-content';
import { mailHtml, mailText } from './mail-page';
import { mailWords } from './mail-words';
import { readMails, type StoredMail } from './read-mails';

export type Delivery = {
  /** Of the app's role. */
  readonly pool: Pool;
  readonly mailer: Mailer;
  /** The product's secret, from which the keys of links follow. */
  readonly secret: string;
  /** The public address of the product, without a slash at its end. */
  readonly url: string;
  readonly stopping: AbortSignal;
};

/** Mails that one look takes in hand. */
const batch = 50;
/** How long they are in hand, in seconds: longer than a slow mail server needs for all of them. */
const inHand = 300;
/** Tries of one mail; the last one comes about eight hours after the first. */
const mostTries = 10;
/** Pause after the first try that failed, in seconds; it doubles with each. */
const firstPause = 30;

type Claimed = {
  readonly tenant_id: string;
  readonly id: string;
  readonly person_id: string;
  readonly digest: boolean;
};

/**
 * Sends the mails that are due, each person's digest as one. A mail that the server does not take is tried again; one that it
 * refuses for good (5xx, RFC 5321 4.2.1) is given up with its words. At least once: a worker that dies between sending and
 * writing it down sends the same mail, with the same Message-ID, again.
 * @returns how many messages were taken in hand; as many as fit when there may be more
 */
export async function deliverMails(
  delivery: Delivery,
): Promise<{ readonly taken: number; readonly more: boolean }> {
  const { rows } = await delivery.pool.query<Claimed>('SELECT * FROM public.claim_mails($1, $2)', [
    batch,
    inHand,
  ]);
  for (const [tenantId, ids] of gathered(rows)) {
    if (delivery.stopping.aborted) break;
    await deliver(delivery, tenantId, ids);
  }
  return { taken: rows.length, more: rows.length === batch };
}

/** What goes out as one mail: one message, or all of a person's digest. */
function gathered(rows: readonly Claimed[]): [tenantId: string, ids: string[]][] {
  const together = new Map<string, [string, string[]]>();
  for (const { tenant_id: tenantId, id, person_id: personId, digest } of rows) {
    const key = digest ? `${tenantId} ${personId}` : id;
    const known = together.get(key);
    if (known) known[1].push(id);
    else together.set(key, [tenantId, [id]]);
  }
  return [...together.values()];
}

async function deliver(delivery: Delivery, tenantId: string, ids: readonly string[]): Promise<void> {
  const mails = await readMails(delivery.pool, tenantId, ids);
  const [first] = mails;
  if (!first) return;
  // They were deactivated since; the address may be somebody else's by now.
  if (!first.to.active) return settle(tenantId, ids, { mail: 'outdated' });
  try {
    const withContent = await Promise.all(
      mails.map(async (mail) => ({
        mail,
        content: (await loadDefinition(delivery.pool, tenantId, mail.versionId)).content,
      })),
    );
    const content = mailContent(
      withContent,
      mailWords(first.to.locale, first.to.timeZone),
      addressesOf(delivery),
    );
    await delivery.mailer.send(
      {
        to: [first.to.email],
        cc: [],
        subject: content.subject,
        text: mailText(content),
        html: await mailHtml(content),
        messageId: messageIdOf(mails),
        // So that nobody's absence note answers it (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': content.language },
      },
      delivery.stopping,
    );
  } catch (error) {
    if (delivery.stopping.aborted) return;
    return settle(tenantId, ids, failureOf(error, Math.max(...mails.map((one) => one.attempts)) + 1));
  }
  await settle(tenantId, ids, { mail: 'sent', to: first.to.email });
}

/** Where the links of a mail lead. */
function addressesOf({ secret, url }: Delivery): Addresses {
  return { link: (linkId) => linkAddress(url, secret, linkId), page: (path) => `${url}${path}` };
}

/** The same for each try, and another one when it is sent again on request. */
function messageIdOf(mails: readonly StoredMail[]): string {
  const hash = createHash('sha256').update(mails.map(({ id, resends }) => `${id}:${resends}`).join(' '));
  return `<${hash.digest('hex').slice(0, 40)}@interlock>`;
}

type Settled =
  | { readonly mail: 'sent'; readonly to: string }
  | { readonly mail: 'outdated' }
  | { readonly mail: 'failed'; readonly error: string }
  | { readonly mail: 'queued'; readonly error: string; readonly pause: number };

function failureOf(error: unknown, tries: number): Settled {
  const { responseCode, message } = error as { responseCode?: number; message?: string };
  const words =
    responseCode === undefined
      ? `The mail server could not be reached: ${message ?? 'no answer'}`
      : (message ?? `SMTP ${responseCode}`);
  const final = responseCode !== undefined && responseCode >= 500;
  if (final || tries >= mostTries) return { mail: 'failed', error: words };
  return { mail: 'queued', error: words, pause: firstPause * 2 ** (tries - 1) };
}

async function settle(tenantId: string, ids: readonly string[], settled: Settled): Promise<void> {
  const now = Date.now();
  await inTenant(tenantId, (tx) =>
    tx.notification.updateMany({
      where: { id: { in: [...ids] }, mail: 'queued' },
      data: {
        mail: settled.mail,
        mailError: 'error' in settled ? settled.error.slice(0, 1000) : null,
        ...('error' in settled && { mailAttempts: { increment: 1 } }),
        ...('pause' in settled && { mailAt: new Date(now + settled.pause * 1000) }),
        ...('to' in settled && { mailSentAt: new Date(now), mailTo: settled.to }),
      },
    }),
  );
}
