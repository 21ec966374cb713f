import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { Page } from '@/components/shell/page';
import { RefreshOnChange } from '@/components/shell/use-changes';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { holds } from '@/lib/people/permissions';
import { requireActor } from '@/lib/session/session';
import { HomeSkeleton } from './_components/home-skeleton';
import { HomeRequests } from './_components/home-requests';
import { HomeTasks } from './_components/home-tasks';
import { HomeTiles } from './_components/home-tiles';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('home');
  return { title: t('title') };
}

/** Home: what waits for the actor, what is late, and where their own requests are. */
export default async function HomePage() {
  const [actor, t] = await Promise.all([requireActor(), getTranslations('home')]);
  const first = actor.name.split(/\s+/)[0] ?? actor.name;
  return (
    <Page>
      <RefreshOnChange />
      <PageHeader
        title={t(`greeting.${partOfDay(actor.timeZone)}`, { name: first })}
        description={t('description')}
        actions={
          holds(actor, 'instances.start') ? (
            <LinkButton href="/start" variant="primary">
              {t('start')}
            </LinkButton>
          ) : null
        }
      />
      <Suspense fallback={<HomeSkeleton />}>
        <HomeTiles actor={actor} />
        <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
          <HomeTasks actor={actor} />
          <HomeRequests actor={actor} />
        </div>
      </Suspense>
    </Page>
  );
}

/** The part of the day where the person is. */
function partOfDay(timeZone: string): 'morning' | 'day' | 'evening' {
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(new Date()),
  );
  if (hour < 5 || hour >= 18) return 'evening';
  return hour < 12 ? 'morning' : 'day';
}
