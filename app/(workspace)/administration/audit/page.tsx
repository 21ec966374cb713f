import { ScrollText } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { type ListQuery, parameter } from '@/components/administration/address';
import { auditActionText } from '@/components/administration/audit-action';
import { AuditTable } from '@/components/administration/audit-table';
import { Pages } from '@/components/administration/pages';
import { ListSearch } from '@/components/shell/list-search';
import { Page } from '@/components/shell/page';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { listAudit } from '@/lib/audit/queries';
import { requireActor } from '@/lib/session/session';

const path = '/administration/audit';
const filters = ['q', 'actor', 'action', 'subject'] as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('administration.audit');
  return { title: t('title') };
}

/** Who did or tried what in the administration, the newest first. */
export default async function AuditPage({ searchParams }: { searchParams: Promise<ListQuery> }) {
  const [actor, query, t, tActions] = await Promise.all([
    requireActor(),
    searchParams,
    getTranslations('administration.audit'),
    getTranslations('administration.audit.actions'),
  ]);
  const given = Object.fromEntries(
    filters.flatMap((name) => {
      const value = parameter(query, name);
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Partial<Record<(typeof filters)[number], string>>;
  const cursor = parameter(query, 'cursor');
  const found = await listAudit(actor, { ...given, cursor });
  if (!found.ok) notFound();
  const { items, next } = found.value;
  const chosen = filters.filter((name) => name !== 'q' && given[name] !== undefined);
  return (
    <Page width="wide">
      <PageHeader title={t('title')} description={t('description')} />
      <ListSearch q={given.q ?? ''} path={path} label={t('search')} placeholder={t('searchPlaceholder')} />
      {chosen.length > 0 ? (
        <p className="mt-3 flex flex-wrap items-center gap-2 text-sm text-muted">
          {chosen.map((name) => (
            <Badge key={name} tone="accent">
              {t('only', {
                what: t(`filters.${name as 'actor' | 'action' | 'subject'}`),
                value: name === 'action' ? auditActionText(tActions, given[name]!) : given[name]!,
              })}
            </Badge>
          ))}
          <LinkButton href={path} size="sm" variant="quiet">
            {t('clear')}
          </LinkButton>
        </p>
      ) : null}
      <div className="mt-4">
        {items.length > 0 ? (
          <AuditTable rows={items} path={path} />
        ) : (
          <Card>
            <EmptyState
              icon={<ScrollText aria-hidden />}
              title={t('noneTitle')}
              description={t('noneText')}
            />
          </Card>
        )}
        <Pages path={path} parameters={given} cursor={cursor} next={next} />
      </div>
    </Page>
  );
}
