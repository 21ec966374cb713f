import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { LanguageSwitch } from '@/components/shell/language-switch';
import { Sign } from '@/components/shell/wordmark';
import { configuration } from '@/lib/configuration/configuration';
import { demoAccounts } from '@/lib/demo/accounts';
import { localeCookie } from '@/lib/session/locale';
import { safeDestination } from '@/lib/session/destination';
import { currentActor } from '@/lib/session/session';
import { ProcessPicture } from './_components/process-picture';
import { SignInForm } from './_components/sign-in-form';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('signIn'))('title') };
}

type SignInProps = { searchParams: Promise<{ next?: string | string[] }> };

/** Signing in. Who is signed in already goes straight on. */
export default async function SignInPage({ searchParams }: SignInProps) {
  const destination = safeDestination((await searchParams).next);
  if (await currentActor()) redirect(destination);
  const t = await getTranslations('signIn');
  return (
    <div className="grid min-h-dvh grid-cols-1 lg:grid-cols-[minmax(26rem,5fr)_7fr]">
      <main className="flex flex-col px-5 py-6 sm:px-10">
        <p className="flex items-center gap-2">
          <Sign />
          <span className="text-md font-semibold tracking-tight">Interlock</span>
        </p>
        <div className="mx-auto my-auto w-full max-w-92 py-10">
          <h1 className="text-2xl font-semibold">{t('title')}</h1>
          <p className="mt-1 mb-7 text-md text-muted">
            {t(destination.startsWith('/decide/') ? 'leadDecide' : 'lead')}
          </p>
          <SignInForm destination={destination} demoAccounts={configuration().demo ? demoAccounts : []} />
        </div>
        <LanguageSwitch cookie={localeCookie} />
      </main>
      <ProcessPicture />
    </div>
  );
}
