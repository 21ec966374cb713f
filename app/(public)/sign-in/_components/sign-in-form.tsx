'use client';

import { signIn } from 'next-auth/react';
import { useTranslations } from 'next-intl';
import { useActionState, useTransition } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { DemoAccounts, type DemoAccount } from './demo-accounts';

type Refusal = { email: string; code: string };

/** E-mail and password; in demo mode the demo's people too. The password goes into the request's body only. */
export function SignInForm({
  destination,
  demoAccounts,
}: {
  destination: string;
  demoAccounts: readonly DemoAccount[];
}) {
  const t = useTranslations('signIn');
  const [leaving, startLeaving] = useTransition();

  async function attempt(_: Refusal | null, entered: FormData): Promise<Refusal | null> {
    const email = String(entered.get('email') ?? '').trim();
    const password = String(entered.get('password') ?? '');
    try {
      const answer = await signIn('password', { email, password, redirect: false });
      if (!answer || answer.error) return { email, code: answer?.error ?? 'unavailable' };
    } catch {
      return { email, code: 'unavailable' };
    }
    // A full load: the frame, the language and the zone are the person's from here on. The form stays busy until then.
    startLeaving(async () => {
      window.location.assign(destination);
      await new Promise(() => undefined);
    });
    return null;
  }

  const [refusal, submit, pending] = useActionState(attempt, null);
  const busy = pending || leaving;

  return (
    <>
      <form action={submit} className="flex flex-col gap-4">
        {refusal && !busy ? <Banner tone="danger" live title={<RefusalText code={refusal.code} />} /> : null}
        <Field label={t('email')} name="email">
          <Input
            type="email"
            size="lg"
            autoComplete="username"
            required
            defaultValue={refusal?.email}
            key={refusal?.email}
          />
        </Field>
        <Field label={t('password')} name="password">
          <Input type="password" size="lg" autoComplete="current-password" required />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-2">
          {t('submit')}
        </Button>
      </form>
      {demoAccounts.length > 0 ? <DemoAccounts accounts={demoAccounts} busy={busy} signIn={submit} /> : null}
    </>
  );
}

/** Says why it was refused without telling whether the account exists. A code is `reason` or `reason:seconds`. */
function RefusalText({ code }: { code: string }) {
  const t = useTranslations('signIn');
  const [reason, seconds] = code.split(':');
  const wait = waitText(Number(seconds));
  if (reason === 'rate_limited') return t('rateLimited', { wait });
  return reason === 'invalid' ? t('invalid') : t('unavailable');

  function waitText(left: number): string {
    if (!Number.isFinite(left)) return t('later');
    return left < 90
      ? t('waitSeconds', { seconds: left })
      : t('waitMinutes', { minutes: Math.ceil(left / 60) });
  }
}
