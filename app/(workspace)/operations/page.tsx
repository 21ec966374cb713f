import { Activity } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { Page } from '@/components/shell/page';
import { RefreshOnChange } from '@/components/shell/use-changes';
import { BoardTable } from '@/components/support/board-table';
import { BoardTiles } from '@/components/support/board-tiles';
import { boardRows } from '@/components/support/board-rows';
import { OperationsTabs } from '@/components/support/operations-tabs';
import { Card, Panel } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { readBoard } from '@/lib/support/board';
import { holds } from '@/lib/people/permissions';
import { requireActor } from '@/lib/session/session';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('operations');
  return { title: t('title') };
}

/** Health of all processes: where instances are, for how long, what is late and what has failed. */
export default async function OperationsPage() {
  const [actor, t] = await Promise.all([requireActor(), getTranslations('operations')]);
  const board = await readBoard(actor);
  if (!board.ok) notFound();
  const definitions = boardRows(board.value);
  return (
    <Page width="wide">
      <RefreshOnChange />
      <PageHeader
        title={t('title')}
        description={t('description')}
        meta={<span>{t.rich('asOf', { when: () => <RelativeTime at={board.value.takenAt} /> })}</span>}
      />
      <OperationsTabs current="board" repairs={holds(actor, 'instances.repair')} />
      <BoardTiles board={board.value} />
      {definitions.length === 0 ? (
        <Card>
          <EmptyState icon={<Activity aria-hidden />} title={t('emptyTitle')} description={t('emptyText')} />
        </Card>
      ) : (
        <div className="flex flex-col gap-5">
          {definitions.map((rows) => (
            <Panel
              key={rows.definition}
              title={rows.name}
              meta={
                <span className="text-sm text-muted tabular-nums">
                  {t('liveCount', { count: rows.count })}
                </span>
              }
              actions={
                <LinkButton size="sm" href={`/operations/${rows.definition}`}>
                  {t('diagram')}
                </LinkButton>
              }
              padded={false}
            >
              <div className="overflow-x-auto">
                <BoardTable rows={rows} version={undefined} />
              </div>
            </Panel>
          ))}
        </div>
      )}
    </Page>
  );
}
