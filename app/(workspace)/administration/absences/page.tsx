import { CalendarOff } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { AbsenceList } from '@/components/absence/absence-list';
import { NewAbsence } from '@/components/absence/new-absence';
import { addressOf, type ListQuery, parameter } from '@/components/administration/address';
import { Pages } from '@/components/administration/pages';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { listProcesses } from '@/lib/absence/processes';
import { listAbsences } from '@/lib/absence/queries';
import { requireActor } from '@/lib/session/session';

const path = '/administration/absences';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('administration.absences');
  return { title: t('title') };
}

/** Everybody's absences. */
export default async function AbsencesPage({ searchParams }: { searchParams: Promise<ListQuery> }) {
  const [actor, query, t] = await Promise.all([
    requireActor(),
    searchParams,
    getTranslations('administration.absences'),
  ]);
  const [past, cursor] = [parameter(query, 'past'), parameter(query, 'cursor')];
  const [found, processes] = await Promise.all([
    listAbsences(actor, { view: 'all', past: past !== undefined, cursor }),
    listProcesses(actor),
  ]);
  if (!found.ok) notFound();
  const { items, next } = found.value;
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<NewAbsence processes={processes} />}
      />
      <Card className="overflow-clip">
        {items.length > 0 ? (
          <AbsenceList rows={items} label={t('title')} subject="both" recallable />
        ) : (
          <EmptyState
            icon={<CalendarOff aria-hidden />}
            title={t('emptyTitle')}
            description={t('emptyText')}
          />
        )}
      </Card>
      <p className="mt-2 text-right">
        <LinkButton variant="quiet" size="sm" href={addressOf(path, { past: past ? undefined : '1' })}>
          {t(past ? 'hidePast' : 'showPast')}
        </LinkButton>
      </p>
      <Pages path={path} parameters={{ past }} cursor={cursor} next={next} />
    </Page>
  );
}
