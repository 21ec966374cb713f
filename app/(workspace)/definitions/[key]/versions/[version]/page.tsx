import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { DefinitionFacts } from '@/components/definitions/definition-facts';
import { drawingOf } from '@/components/definitions/drawing';
import { ExportMenu } from '@/components/definitions/export-menu';
import { RetiredBanner } from '@/components/definitions/retired-banner';
import { StepsInWords } from '@/components/definitions/steps-in-words';
import { VersionActions } from '@/components/definitions/version-actions';
import { VersionMeta } from '@/components/definitions/version-meta';
import { VersionState } from '@/components/definitions/version-state';
import { DefinitionDiagram } from '@/components/diagram/definition-diagram';
import { Page } from '@/components/shell/page';
import { Banner } from '@/components/ui/banner';
import { Panel } from '@/components/ui/card';
import { JsonView, type Json } from '@/components/ui/json-view';
import { PageHeader } from '@/components/ui/page-header';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { TextLink } from '@/components/ui/text-link';
import { holds } from '@/lib/people/permissions';
import { requireActor } from '@/lib/session/session';
import { loadDefinition, loadVersion } from '@/app/(workspace)/definitions/[key]/load-definition';

type Props = { params: Promise<{ key: string; version: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { key, version } = await params;
  const [{ name }, t] = await Promise.all([
    loadVersion(key, numberOf(version)),
    getTranslations('definitions'),
  ]);
  return { title: `${name} · ${t('version', { version: Number(version) })}` };
}

/** A published version, as a drawing, in words and as JSON. It never changes. */
export default async function VersionPage({ params }: Props) {
  const [{ key, version: number }, t] = await Promise.all([params, getTranslations('definitions')]);
  const [actor, version, { activeVersion, revision }] = await Promise.all([
    requireActor(),
    loadVersion(key, numberOf(number)),
    loadDefinition(key),
  ]);
  const { content } = version;
  return (
    <Page width="wide">
      <PageHeader
        trail={[
          { href: '/definitions', label: t('title') },
          { href: `/definitions/${key}`, label: version.name },
        ]}
        title={`${version.name} · ${t('version', { version: version.version })}`}
        mark={
          <span className="flex flex-wrap gap-2">
            <VersionState version={version} />
          </span>
        }
        description={content.description}
        actions={
          <>
            <ExportMenu definitionKey={key} version={version.version} />
            <VersionActions
              definitionKey={key}
              version={version}
              revision={revision}
              mayEdit={holds(actor, 'definitions.edit')}
              mayPublish={holds(actor, 'definitions.publish')}
            />
          </>
        }
        meta={<VersionMeta version={version} />}
      />
      {version.retired ? <RetiredBanner retired={version.retired} version={version.version} /> : null}
      {!version.active && activeVersion !== null ? (
        <Banner
          className="mb-5"
          title={t('newer', { version: activeVersion })}
          actions={
            <TextLink href={`/definitions/${key}/versions/${activeVersion}`}>{t('seeActive')}</TextLink>
          }
        />
      ) : null}
      <DefinitionDiagram {...drawingOf(content, version.layout)} />
      <Panel title={t('about')} className="mt-5">
        <DefinitionFacts definition={content} />
      </Panel>
      <Tabs defaultValue="words" className="mt-5">
        <TabList label={t('tabs')}>
          <Tab value="words">{t('inWords')}</Tab>
          <Tab value="json">{t('json')}</Tab>
        </TabList>
        <TabPanel value="words">
          <h2 className="sr-only">{t('inWords')}</h2>
          <StepsInWords definition={content} />
        </TabPanel>
        <TabPanel value="json">
          <p className="mb-3 text-base text-muted">{t('jsonText')}</p>
          <JsonView label={t('json')} value={content as unknown as Json} />
        </TabPanel>
      </Tabs>
    </Page>
  );
}

/** The version's number in an address; anything else is not found. */
function numberOf(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : notFound();
}
