import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { CalendarDialog, CalendarsTable } from '@/components/calendars/calendars-table';
import { Page } from '@/components/shell/page';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { listCalendars, listCountries } from '@/lib/calendars/queries';
import { requireActor } from '@/lib/session/session';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('calendars');
  return { title: t('title') };
}

/** The calendars by which deadlines are counted. */
export default async function CalendarsPage() {
  const [actor, t] = await Promise.all([requireActor(), getTranslations('calendars')]);
  const [found, countries] = [await listCalendars(actor), listCountries(actor)];
  if (!found.ok || !countries.ok) notFound();
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<CalendarDialog countries={countries.value} timeZone={actor.timeZone} />}
      />
      {found.value.length === 0 ? (
        <EmptyState title={t('emptyTitle')} description={t('emptyText')} />
      ) : (
        <CalendarsTable rows={found.value} />
      )}
    </Page>
  );
}
