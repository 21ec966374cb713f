'use client';

import { Mail, RotateCw } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { resendMailAction } from '@/lib/notifications/actions';
import type { MailDelivery } from '@/lib/notifications/schema';

/** What became of the mails about a task; support can send one again. */
export function TaskMails({ mails, mayResend }: { mails: readonly MailDelivery[]; mayResend: boolean }) {
  const t = useTranslations('mailStates');
  if (mails.length === 0) return null;
  const failed = mails.filter(({ state }) => state === 'failed').length;
  return (
    <details className="mt-5" open={failed > 0}>
      <summary className="flex cursor-pointer items-center gap-2 rounded-md py-1 text-sm text-muted">
        <Mail aria-hidden className="size-4 shrink-0 text-faint" />
        {t('title', { count: mails.length })}
        {failed > 0 ? <span className="text-danger-ink">{t('someFailed', { count: failed })}</span> : null}
      </summary>
      <ul className="mt-2 flex flex-col gap-2 pl-6">
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} mayResend={mayResend} />
        ))}
      </ul>
    </details>
  );
}

/** One mail with what became of it. */
export function MailRow({
  mail,
  mayResend,
  about = null,
}: {
  mail: MailDelivery;
  mayResend: boolean;
  /** Title of the task that it is about, where that does not stand around it. */
  about?: string | null;
}) {
  const t = useTranslations('mailStates');
  const format = useFormatter();
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, start] = useTransition();
  const clock = (at: string | null) =>
    at === null ? '' : format.dateTime(new Date(at), { dateStyle: 'short', timeStyle: 'short' });
  const { name } = mail.person;

  function words(): string {
    switch (mail.state) {
      case 'sent':
        return t('sent', { name, when: clock(mail.sentAt) });
      case 'queued':
        return mail.attempts > 0
          ? t('trying', { name, when: clock(mail.nextAt) })
          : t('queued', { name, when: clock(mail.nextAt) });
      case 'failed':
        return t('failed', { name, when: clock(mail.createdAt) });
      case 'outdated':
      case 'none':
        return t('outdated', { name });
    }
  }

  function resend() {
    start(async () => {
      const result = await resendMailAction(mail.id);
      setRefused(result.ok ? null : result.refusal.message);
    });
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span
        suppressHydrationWarning
        className={classNames('min-w-0', mail.state === 'failed' ? 'text-danger-ink' : 'text-ink')}
      >
        {t(`kinds.${mail.kind}`)}: {words()}
        {about === null ? null : <span className="text-muted"> — {about}</span>}
        {mail.resends > 0 ? ` ${t('again', { count: mail.resends })}` : ''}
      </span>
      {mayResend && (mail.state === 'sent' || mail.state === 'failed') ? (
        <Button size="sm" variant="quiet" icon={<RotateCw aria-hidden />} busy={busy} onClick={resend}>
          {t('resend')}
          <span className="sr-only">: {name}</span>
        </Button>
      ) : null}
      {mail.error ? <p className="w-full wrap-anywhere text-muted">{mail.error}</p> : null}
      {refused ? <p className="w-full text-danger-ink">{refused}</p> : null}
    </li>
  );
}
