import { SearchX, Workflow } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { DefinitionSearch } from '@/components/definitions/definition-search';
import { DefinitionTable } from '@/components/definitions/definition-table';
import { NewProcess } from '@/components/definitions/new-process';
import { Page } from '@/components/shell/page';
import { RefreshOnChange } from '@/components/shell/use-changes';
import { Card } from '@/components/ui/card';
import { CursorPagination } from '@/components/ui/cursor-pagination';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { listDefinitions, listTemplates } from '@/lib/definitions/queries';
import { holds } from '@/lib/people/permissions';
import { requireActor } from '@/lib/session/session';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('definitions');
  return { title: t('title') };
}

type Query = { q?: string | string[]; cursor?: string | string[] };

/** The processes of the organization, by name. */
export default async function DefinitionsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [actor, query, t] = await Promise.all([requireActor(), searchParams, getTranslations('definitions')]);
  const q = [query.q ?? []].flat()[0]?.trim() || undefined;
  const cursor = [query.cursor ?? []].flat()[0];
  const found = await listDefinitions(actor, { q, cursor });
  if (!found.ok) notFound();
  const { items, next } = found.value;
  const templates = listTemplates(actor);
  return (
    <Page>
      <RefreshOnChange every={5_000} />
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={templates.ok ? <NewProcess templates={templates.value} /> : null}
      />
      <DefinitionSearch q={q ?? ''} />
      <div className="mt-4">
        {items.length > 0 ? (
          <DefinitionTable rows={items} linksInstances={holds(actor, 'instances.read_all')} />
        ) : (
          <Nothing q={q} />
        )}
        <CursorPagination
          previousHref={cursor === undefined ? undefined : address(q)}
          nextHref={next === null ? undefined : address(q, next)}
        />
      </div>
    </Page>
  );
}

function address(q: string | undefined, cursor?: string): string {
  const search = new URLSearchParams({ ...(q && { q }), ...(cursor && { cursor }) });
  return search.size > 0 ? `/definitions?${search}` : '/definitions';
}

async function Nothing({ q }: { q: string | undefined }) {
  const t = await getTranslations('definitions');
  return (
    <Card>
      {q === undefined ? (
        <EmptyState
          icon={<Workflow aria-hidden />}
          title={t('emptyTitle')}
          description={t('emptyText', { key: 'KEY' })}
        />
      ) : (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('noneTitle')}
          description={t('noneText', { query: q })}
          action={<LinkButton href="/definitions">{t('clear')}</LinkButton>}
        />
      )}
    </Card>
  );
}
