import { createHash } from 'node:crypto';
import type { Mailer } from '@/lib/mail/transport';
import { ActivityFailure, type RunActivity } from './contract';

/** Settings with their templates rendered. */
type SendEmail = { to: string[]; cc?: string[]; subject: string; body: string };

const address = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/** Sends a mail as plain text. The Message-ID comes from the idempotency key, so a second try is the same mail. */
export function sendEmail(mailer: Mailer): RunActivity<SendEmail> {
  return async (settings, call) => {
    const wrong = [...settings.to, ...(settings.cc ?? [])].filter((to) => !address.test(to));
    if (wrong.length > 0) {
      throw new ActivityFailure({
        code: 'invalid_address',
        message: `This is no e-mail address: ${wrong.map((to) => JSON.stringify(to)).join(', ')}. Correct the data, then retry.`,
        retryable: false,
      });
    }
    const messageId = `<${createHash('sha256').update(call.idempotencyKey).digest('hex')}@interlock>`;
    try {
      await mailer.send(
        {
          to: settings.to,
          cc: settings.cc ?? [],
          subject: settings.subject.replace(/\s+/g, ' ').trim(),
          text: settings.body,
          messageId,
        },
        call.signal,
      );
    } catch (error) {
      throw mailFailure(error);
    }
    return { messageId, to: settings.to };
  };
}

/** SMTP answers of 500 and more are final (RFC 5321, 4.2.1); anything else may pass. */
function mailFailure(error: unknown): ActivityFailure {
  const { responseCode, message } = error as { responseCode?: number; message?: string };
  const final = responseCode !== undefined && responseCode >= 500;
  return new ActivityFailure(
    {
      code: responseCode === undefined ? 'mail_server_unreachable' : `smtp_${responseCode}`,
      message: `The mail server ${final ? 'refused the mail' : 'could not take the mail'}: ${message ?? 'no answer'}`,
      retryable: !final,
    },
    { cause: error },
  );
}
