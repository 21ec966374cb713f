import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { drawingOf } from '@/components/definitions/drawing';
import { Page } from '@/components/shell/page';
import { RefreshOnChange } from '@/components/shell/use-changes';
import { boardRows } from '@/components/support/board-rows';
import { BoardTable } from '@/components/support/board-table';
import { FlowPanels } from '@/components/support/flow-panels';
import { LiveDiagram } from '@/components/support/live-diagram';
import { Panel } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { TabLinks } from '@/components/ui/tab-links';
import { getDefinition, getVersion } from '@/lib/definitions/queries';
import { requireActor } from '@/lib/session/session';
import { readBoard } from '@/lib/support/board';
import { readFlow } from '@/lib/support/flow';

type Props = {
  params: Promise<{ key: string }>;
  searchParams: Promise<{ version?: string | string[] }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ key }, actor] = await Promise.all([params, requireActor()]);
  const definition = await getDefinition(actor, key);
  return { title: definition.ok ? definition.value.name : key };
}

/** One definition with its live instances: on its drawing, by step and age, how they flow and how long they take. */
export default async function OperationsOfDefinitionPage({ params, searchParams }: Props) {
  const [actor, { key }, query, t] = await Promise.all([
    requireActor(),
    params,
    searchParams,
    getTranslations('operations'),
  ]);
  const [definition, board] = await Promise.all([getDefinition(actor, key), readBoard(actor)]);
  if (!definition.ok || !board.ok || definition.value.activeVersion === null) notFound();
  const counts = { steps: board.value.steps.filter((row) => row.definition === key) };
  const asked = Number([query.version].flat()[0]);
  const known = definition.value.versions.some(({ version }) => version === asked);
  const version = known ? asked : definition.value.activeVersion;
  const [published, flow] = await Promise.all([
    getVersion(actor, key, version),
    readFlow(actor, key, version),
  ]);
  if (!published.ok || !flow.ok) notFound();
  const { content, layout } = published.value;
  const [rows] = boardRows(counts, version);
  const versions = boardRows(counts)[0]?.versions ?? [];
  const shown = [
    ...new Set([definition.value.activeVersion, version, ...versions.map((one) => one.version)]),
  ];
  return (
    <Page width="wide">
      <RefreshOnChange />
      <PageHeader
        trail={[{ href: '/operations', label: t('title') }]}
        title={definition.value.name}
        meta={<span>{t.rich('asOf', { when: () => <RelativeTime at={board.value.takenAt} /> })}</span>}
      />
      <div className="mb-5">
        <TabLinks
          label={t('versions')}
          items={shown
            .sort((left, right) => right - left)
            .map((one) => ({
              href: `/operations/${key}?version=${one}`,
              label: t('version', { version: one }),
              count: versions.find((row) => row.version === one)?.count ?? 0,
              current: one === version,
            }))}
        />
      </div>
      <LiveDiagram
        key={version}
        definition={key}
        version={version}
        drawing={drawingOf(content, layout)}
        steps={rows?.steps ?? []}
        taken={flow.value.taken}
        sample={flow.value.sample}
      />
      {rows && rows.steps.length > 0 ? (
        <Panel title={t('bySteps')} padded={false} className="my-5">
          <div className="overflow-x-auto">
            <BoardTable rows={rows} version={version} />
          </div>
        </Panel>
      ) : (
        <p className="my-5 text-sm text-muted">{t('noneLive')}</p>
      )}
      <FlowPanels
        times={flow.value.times}
        days={flow.value.days}
        sample={flow.value.sample}
        names={Object.fromEntries(content.steps.map((step) => [step.key, step.name ?? step.key]))}
      />
    </Page>
  );
}
