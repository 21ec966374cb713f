import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { LinkReviewView } from '@/components/decide/link-review';
import { Sign } from '@/components/shell/wordmark';
import { reviewLink } from '@/lib/notifications/link-review';
import { requireActor } from '@/lib/session/session';

type Props = { params: Promise<{ token: string }> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('decide');
  // The address is nobody else's business.
  return { title: t('pageTitle'), referrer: 'no-referrer' };
}

/**
 * Where an e-mail link leads (docs/email-links.md). Opening it, however often and by whatever program, decides and consumes
 * nothing; whoever is not signed in goes to sign in and comes back.
 */
export default async function DecidePage({ params }: Props) {
  const [actor, { token }, t] = await Promise.all([requireActor(), params, getTranslations('decide')]);
  const review = await reviewLink(actor, token);
  if (review.state === 'not_found') notFound();
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-160 flex-col px-4 py-5 sm:px-6 sm:py-8">
      <header className="mb-6 flex items-center gap-2">
        <Sign />
        <span className="text-md font-semibold tracking-tight">Interlock</span>
        <span className="ml-auto min-w-0 truncate text-sm text-muted">
          {t('signedInAs', { name: actor.name })}
        </span>
      </header>
      <main>
        <LinkReviewView review={review} token={token} reader={actor.name} />
      </main>
    </div>
  );
}
