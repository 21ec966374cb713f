import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { Calculator } from '@/components/calendars/calculator';
import { CalendarDialog } from '@/components/calendars/calendars-table';
import { MonthView } from '@/components/calendars/month-view';
import { Page } from '@/components/shell/page';
import { PageHeader } from '@/components/ui/page-header';
import { ExactTime } from '@/components/ui/relative-time';
import { getCalendar, listCalendarVersions, listCountries } from '@/lib/calendars/queries';
import { requireActor } from '@/lib/session/session';

type Props = { params: Promise<{ key: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await getCalendar(await requireActor(), (await params).key);
  return { title: found.ok ? found.value.name : undefined };
}

/** One calendar: its months, a calculator, its changes, and changing it. */
export default async function CalendarPage({ params }: Props) {
  const [actor, { key }, t] = await Promise.all([requireActor(), params, getTranslations('calendars')]);
  const [found, versions] = await Promise.all([getCalendar(actor, key), listCalendarVersions(actor, key)]);
  const countries = listCountries(actor);
  if (!found.ok || !versions.ok || !countries.ok) notFound();
  const now = new Date().toISOString();
  return (
    <Page>
      <PageHeader
        title={found.value.name}
        description={
          found.value.inAssigneeZone ? t('followsPeople') : t('inZone', { zone: found.value.timeZone })
        }
        actions={
          <CalendarDialog calendar={found.value} countries={countries.value} timeZone={actor.timeZone} />
        }
      />
      <div className="grid gap-8 xl:grid-cols-[1fr_20rem]">
        <MonthView key={found.value.version} calendar={found.value} today={now.slice(0, 10)} />
        <div className="flex flex-col gap-8">
          <Calculator calendarKey={key} now={now} />
          <section aria-labelledby="changes">
            <h2 id="changes" className="text-md font-semibold">
              {t('changes')}
            </h2>
            <ol className="mt-2 flex flex-col gap-1.5 text-sm text-muted">
              {versions.value.map((version) => (
                <li key={version.version}>
                  <span className="font-medium text-ink">
                    {t('versionBy', { version: version.version, by: version.changedBy })}
                  </span>{' '}
                  <ExactTime at={version.changedAt} />
                </li>
              ))}
            </ol>
          </section>
        </div>
      </div>
    </Page>
  );
}
