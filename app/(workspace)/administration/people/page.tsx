import { SearchX } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { type ListQuery, parameter } from '@/components/administration/address';
import { NewPerson } from '@/components/administration/new-person';
import { Pages } from '@/components/administration/pages';
import { PeopleTable } from '@/components/administration/people-table';
import { ListSearch } from '@/components/shell/list-search';
import { languageNames } from '@/components/shell/language-names';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { languages } from '@/lib/people/locale';
import { listPeople, listRoles } from '@/lib/people/queries';
import { requireActor } from '@/lib/session/session';

const path = '/administration/people';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('administration.people');
  return { title: t('title') };
}

/** Everybody of the organization, who has left too. */
export default async function PeoplePage({ searchParams }: { searchParams: Promise<ListQuery> }) {
  const [actor, query, t] = await Promise.all([
    requireActor(),
    searchParams,
    getTranslations('administration.people'),
  ]);
  const [q, cursor] = [parameter(query, 'q'), parameter(query, 'cursor')];
  const [found, roles] = await Promise.all([listPeople(actor, { q, cursor }), listRoles(actor)]);
  if (!found.ok) notFound();
  const { items, next } = found.value;
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <NewPerson
            roles={roles.ok ? roles.value : []}
            languages={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        }
      />
      <ListSearch q={q ?? ''} path={path} label={t('search')} placeholder={t('searchPlaceholder')} />
      <div className="mt-4">
        {items.length > 0 ? (
          <PeopleTable rows={items} />
        ) : (
          <Card>
            <EmptyState
              icon={<SearchX aria-hidden />}
              title={t('noneTitle')}
              description={t('noneText', { query: q ?? '' })}
            />
          </Card>
        )}
        <Pages path={path} parameters={{ q }} cursor={cursor} next={next} />
      </div>
    </Page>
  );
}
