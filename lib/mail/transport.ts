import { countMail } from '@/lib/observability/metrics';
import { createTransport, type Transporter } from 'nodemailer';

export type OutgoingMail = {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The same for programs that show it; left out: text alone. */
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Same for each try of the same mail, so that a mail server or a mailbox can tell a copy from a second mail. */
  readonly messageId: string;
};

/** Sends mails through one SMTP server. */
export type Mailer = { send(mail: OutgoingMail, signal: AbortSignal): Promise<void>; close(): void };

/** The sender where the mail server's address names none. */
const usualSender = 'Interlock <interlock@localhost>';

/** @param smtpUrl `smtp://user:password@host:port`, a `from` in its query names the sender */
export function createMailer(smtpUrl: string): Mailer {
  const from = new URL(smtpUrl).searchParams.get('from') ?? usualSender;
  const transporter: Transporter = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail, signal) {
      signal.throwIfAborted();
      try {
        await transporter.sendMail({
          from,
          ...mail,
          to: [...mail.to],
          cc: [...mail.cc],
          headers: { ...mail.headers },
        });
      } catch (error) {
        countMail('failed');
        throw error;
      }
      countMail('sent');
    },
    close: () => transporter.close(),
  };
}
