import { GitCompare, PencilRuler } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ComingVersions } from '@/components/definitions/coming-versions';
import { ComparisonSummary } from '@/components/definitions/comparison-summary';
import { DefinitionFacts } from '@/components/definitions/definition-facts';
import { liveAddress } from '@/components/definitions/definition-table';
import { DraftPanel } from '@/components/definitions/draft-panel';
import { drawingOf } from '@/components/definitions/drawing';
import { ExportMenu } from '@/components/definitions/export-menu';
import { PublishButton } from '@/components/definitions/publish-button';
import { RetiredBanner } from '@/components/definitions/retired-banner';
import { RetireProcess } from '@/components/definitions/retire-process';
import { ScheduleFacts } from '@/components/definitions/schedule-facts';
import { VersionTable } from '@/components/definitions/version-table';
import { DefinitionDiagram } from '@/components/diagram/definition-diagram';
import { Page } from '@/components/shell/page';
import { Badge } from '@/components/ui/badge';
import { Panel } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { compareDefinitions } from '@/lib/engine/definition/compare';
import { lintDraft } from '@/lib/definitions/commands';
import { listLiveStates } from '@/lib/definitions/queries';
import { holds } from '@/lib/people/permissions';
import { requireActor } from '@/lib/session/session';
import { loadDefinition, loadVersion } from './load-definition';

type Props = { params: Promise<{ key: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await loadDefinition((await params).key);
  return { title: name };
}

/** A definition: its drawing, its versions, and how the draft stands against the active one. */
export default async function DefinitionPage({ params }: Props) {
  const [actor, { key }, t] = await Promise.all([requireActor(), params, getTranslations('definitions')]);
  const definition = await loadDefinition(key);
  const { name, draft, layout, activeVersion, draftDiffers, revision, versions, schedule, retired } =
    definition;
  const [active, lint] = await Promise.all([
    activeVersion === null ? null : loadVersion(key, activeVersion),
    draft ? lintDraft(actor, key) : null,
  ]);
  const states = await listLiveStates(actor, key);
  const liveStates = states.ok ? states.value : [];
  const findings = lint?.ok ? lint.value.findings : [];
  const shown = draft ?? active?.content;
  const live = versions.reduce((sum, version) => sum + version.liveInstances, 0);
  const nextVersion = Math.max(0, ...versions.map(({ version }) => version)) + 1;
  return (
    <Page width="wide">
      <PageHeader
        trail={[{ href: '/definitions', label: t('title') }]}
        title={name}
        mark={
          <span className="flex items-center gap-2">
            {activeVersion === null ? (
              <Badge>{t(retired ? 'retired' : 'neverPublished')}</Badge>
            ) : (
              <Badge tone="positive">{t('version', { version: activeVersion })}</Badge>
            )}
            {draftDiffers ? <Badge tone="caution">{t('draftDiffers')}</Badge> : null}
          </span>
        }
        description={shown?.description}
        meta={
          <>
            <span className="-my-1 flex items-center gap-1">
              <code className="font-mono">{key}</code>
              <CopyButton value={key} label={t('copyKey', { key })} />
            </span>
            <span>{t('live', { count: live })}</span>
          </>
        }
        actions={
          <>
            {holds(actor, 'instances.read_all') ? (
              <LinkButton href={liveAddress(key)}>{t('seeInstances')}</LinkButton>
            ) : null}
            {versions.length > 1 && holds(actor, 'instances.repair') ? (
              <LinkButton href={`/definitions/${key}/migrate`}>{t('migrate')}</LinkButton>
            ) : null}
            {draft ? (
              <LinkButton href={`/definitions/${key}/edit`} icon={<PencilRuler aria-hidden />}>
                {holds(actor, 'definitions.edit') ? t('edit') : t('openDesigner')}
              </LinkButton>
            ) : null}
            {versions.length > 0 && (draftDiffers || versions.length > 1) ? (
              <LinkButton href={`/definitions/${key}/compare`} icon={<GitCompare aria-hidden />}>
                {t('compare')}
              </LinkButton>
            ) : null}
            {draft ? <ExportMenu definitionKey={key} /> : null}
            {draft && draftDiffers && holds(actor, 'definitions.publish') ? (
              <PublishButton
                definitionKey={key}
                name={name}
                definition={draft}
                revision={revision}
                nextVersion={nextVersion}
                live={live}
                findings={findings}
                impact={
                  active ? (
                    <ComparisonSummary
                      definitionKey={key}
                      comparison={compareDefinitions(active.content, draft)}
                      live={liveStates}
                    />
                  ) : null
                }
              />
            ) : null}
            {versions.length > 0 && !retired && holds(actor, 'definitions.publish') ? (
              <RetireProcess definition={definition} live={live} />
            ) : null}
          </>
        }
      />
      {retired ? <RetiredBanner retired={retired} /> : null}
      <ComingVersions definitionKey={key} versions={versions} />
      {shown ? <DefinitionDiagram {...drawingOf(shown, layout)} /> : null}
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <Panel title={t('versions')} description={t('versionsText')} padded={versions.length === 0}>
          {versions.length > 0 ? (
            <VersionTable definitionKey={key} versions={versions} />
          ) : (
            <p className="text-base text-muted">{t('noVersions')}</p>
          )}
        </Panel>
        <div className="flex min-w-0 flex-col gap-5">
          <DraftPanel
            definition={definition}
            changes={draft && active ? compareDefinitions(active.content, draft) : null}
            findings={findings}
          />
          {schedule ? (
            <Panel title={t('schedule.title')}>
              <ScheduleFacts schedule={schedule} />
            </Panel>
          ) : null}
          {shown ? (
            <Panel title={t('about')}>
              <DefinitionFacts definition={shown} />
            </Panel>
          ) : null}
        </div>
      </div>
    </Page>
  );
}
