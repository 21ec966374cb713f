import { BellRing } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { AlertList } from '@/components/alerts/alert-list';
import { NewRule } from '@/components/alerts/new-rule';
import { RuleTable } from '@/components/alerts/rule-table';
import { Page } from '@/components/shell/page';
import { RefreshOnChange } from '@/components/shell/use-changes';
import { OperationsTabs } from '@/components/support/operations-tabs';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { listAlerts, listRules } from '@/lib/alerts/queries';
import { listDefinitionNames } from '@/lib/definitions/queries';
import { holds } from '@/lib/people/permissions';
import { requireActor } from '@/lib/session/session';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('alerts');
  return { title: t('title') };
}

/** What rules have found that somebody should look at, and the rules. */
export default async function AlertsPage() {
  const [actor, t] = await Promise.all([requireActor(), getTranslations('alerts')]);
  const [alerts, rules, definitions] = await Promise.all([
    listAlerts(actor),
    listRules(actor),
    listDefinitionNames(actor),
  ]);
  if (!alerts.ok || !rules.ok) notFound();
  const known = definitions.ok ? definitions.value : [];
  const names = Object.fromEntries(known.map(({ key, name }) => [key, name]));
  const mayChange = holds(actor, 'instances.repair');
  const newRule = mayChange ? <NewRule definitions={known} /> : undefined;
  return (
    <Page width="wide">
      <RefreshOnChange every={15_000} />
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={rules.value.length > 0 ? newRule : undefined}
      />
      <OperationsTabs current="alerts" repairs={holds(actor, 'instances.repair')} />
      {rules.value.length === 0 ? (
        <Card>
          <EmptyState
            icon={<BellRing aria-hidden />}
            title={t('emptyTitle')}
            description={t('emptyText')}
            action={newRule}
          />
        </Card>
      ) : (
        <div className="flex flex-col gap-6">
          <section>
            <h2 className="mb-2 text-sm font-semibold text-ink">{t('alerts')}</h2>
            {alerts.value.length === 0 ? (
              <Card className="px-4 py-6 text-base text-muted">{t('none')}</Card>
            ) : (
              <AlertList rows={alerts.value} names={names} />
            )}
          </section>
          <section>
            <h2 className="mb-2 text-sm font-semibold text-ink">{t('rules.title')}</h2>
            <RuleTable rows={rules.value} names={names} mayChange={mayChange} />
          </section>
        </div>
      )}
    </Page>
  );
}
