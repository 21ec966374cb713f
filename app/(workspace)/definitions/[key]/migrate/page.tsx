import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { drawingOf } from '@/components/definitions/drawing';
import { MigrationWizard } from '@/components/migration/migration-wizard';
import { PlanTable } from '@/components/migration/plan-table';
import { VersionChoice } from '@/components/migration/version-choice';
import { Page } from '@/components/shell/page';
import { Card, Panel } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { getVersion } from '@/lib/definitions/queries';
import { listPlans, proposeMigration } from '@/lib/migration/queries';
import { requireActor } from '@/lib/session/session';
import { loadDefinition } from '@/app/(workspace)/definitions/[key]/load-definition';

type Props = {
  params: Promise<{ key: string }>;
  searchParams: Promise<{ from?: string | string[]; to?: string | string[] }>;
};

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('migration');
  return { title: t('title') };
}

/** Live instances of an old version go by another one: plan, dry run, job; and what was migrated before. */
export default async function MigratePage({ params, searchParams }: Props) {
  const [actor, { key }, query, t] = await Promise.all([
    requireActor(),
    params,
    searchParams,
    getTranslations('migration'),
  ]);
  const [definition, plans] = await Promise.all([loadDefinition(key), listPlans(actor, key)]);
  if (!plans.ok) notFound();
  const { name, versions, activeVersion } = definition;
  const asked = (value: string | string[] | undefined) =>
    versions.find(({ version }) => String(version) === [value ?? []].flat()[0])?.version;
  const to = asked(query.to) ?? activeVersion ?? 0;
  const old = versions.filter(({ version }) => version !== to);
  const from =
    asked(query.from) ?? (old.find(({ liveInstances }) => liveInstances > 0) ?? old[0])?.version ?? 0;
  const proposal = from === to || from === 0 ? null : await proposeMigration(actor, key, { from, to });
  const [before, after] = proposal?.ok
    ? await Promise.all([getVersion(actor, key, from), getVersion(actor, key, to)])
    : [null, null];
  return (
    <Page>
      <PageHeader
        trail={[{ href: `/definitions/${key}`, label: name }]}
        title={t('title')}
        description={t('description', { name })}
      />
      <div className="flex flex-col gap-5">
        <Panel title={t('versions.title')}>
          {proposal === null ? (
            <p className="text-base text-muted">{t('versions.only')}</p>
          ) : (
            <VersionChoice definitionKey={key} versions={versions} from={from} to={to} />
          )}
        </Panel>
        {proposal?.ok && before?.ok && after?.ok && proposal.value.instances > 0 ? (
          <MigrationWizard
            key={`${from}-${to}`}
            definitionKey={key}
            proposal={proposal.value}
            before={drawingOf(before.value.content, before.value.layout)}
            after={drawingOf(after.value.content, after.value.layout)}
          />
        ) : null}
        {proposal?.ok && proposal.value.instances === 0 ? (
          <Card>
            <EmptyState title={t('nothingTitle', { version: from })} description={t('nothingText')} />
          </Card>
        ) : null}
        <Panel title={t('history')} padded={plans.value.length === 0}>
          {plans.value.length > 0 ? (
            <PlanTable rows={plans.value} />
          ) : (
            <p className="text-base text-muted">{t('noHistory')}</p>
          )}
        </Panel>
      </div>
    </Page>
  );
}
