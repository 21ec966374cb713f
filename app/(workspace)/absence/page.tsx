import { CalendarOff } from 'lucide-react';
import type { Metadata } from 'next';
import { getFormatter, getTranslations } from 'next-intl/server';
import { AbsenceList } from '@/components/absence/absence-list';
import { DecidedForMeList } from '@/components/absence/decided-for-me';
import { NewAbsence } from '@/components/absence/new-absence';
import { Page } from '@/components/shell/page';
import { RefreshOnChange } from '@/components/shell/use-changes';
import { Banner } from '@/components/ui/banner';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { actingFor } from '@/lib/absence/acting-for';
import { decidedForMe, listAbsences } from '@/lib/absence/queries';
import { listProcesses } from '@/lib/absence/processes';
import { requireActor } from '@/lib/session/session';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('absence');
  return { title: t('title') };
}

/** When the actor is away and who acts for them then; for whom they act; and what was decided for them. */
export default async function AbsencePage({
  searchParams,
}: {
  searchParams: Promise<{ past?: string | string[] }>;
}) {
  const [actor, query, t, format] = await Promise.all([
    requireActor(),
    searchParams,
    getTranslations('absence'),
    getFormatter(),
  ]);
  const past = query.past === '1';
  const [own, mine, principals, decided, processes] = await Promise.all([
    listAbsences(actor, { view: 'mine', past, limit: 100 }),
    listAbsences(actor, { view: 'for_me', limit: 100 }),
    actingFor(actor),
    decidedForMe(actor),
    listProcesses(actor),
  ]);
  const absences = own.ok ? own.value.items : [];
  const entrusted = mine.ok ? mine.value.items : [];
  const names = [...new Set(principals.map(({ name }) => name))];
  return (
    <Page>
      <RefreshOnChange every={5_000} />
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<NewAbsence processes={processes} own={actor.email} />}
      />
      {names.length > 0 ? (
        <Banner tone="accent" title={t('actingFor', { names: format.list(names) })} className="mb-5">
          {t('actingForText')}
        </Banner>
      ) : null}
      <Card className="overflow-clip">
        {absences.length > 0 ? (
          <AbsenceList rows={absences} label={t('own')} subject="deputy" recallable />
        ) : (
          <EmptyState
            icon={<CalendarOff aria-hidden />}
            title={t('emptyTitle')}
            description={t('emptyText')}
          />
        )}
      </Card>
      <p className="mt-2 text-right">
        <LinkButton variant="quiet" size="sm" href={past ? '/absence' : '/absence?past=1'}>
          {past ? t('hidePast') : t('showPast')}
        </LinkButton>
      </p>
      {entrusted.length > 0 ? (
        <section className="mt-6">
          <h2 className="mb-2.5 text-md font-semibold">{t('forOthers')}</h2>
          <Card className="overflow-clip">
            <AbsenceList rows={entrusted} label={t('forOthers')} subject="person" />
          </Card>
        </section>
      ) : null}
      {decided.ok && decided.value.length > 0 ? <DecidedForMeList rows={decided.value} /> : null}
    </Page>
  );
}
