import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { loadDefinition, loadVersion } from '@/app/(workspace)/definitions/[key]/load-definition';
import { comparedDrawing } from '@/components/definitions/compared-drawing';
import { ComparisonWords } from '@/components/definitions/comparison-words';
import { liveAddress } from '@/components/definitions/definition-table';
import { ImpactList } from '@/components/definitions/impact-list';
import { VersionChoice } from '@/components/definitions/version-choice';
import { DefinitionDiagram } from '@/components/diagram/definition-diagram';
import { Page } from '@/components/shell/page';
import { Banner } from '@/components/ui/banner';
import { Panel } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { listLiveStates } from '@/lib/definitions/queries';
import { compareDefinitions, isSame } from '@/lib/engine/definition/compare';
import { holds } from '@/lib/people/permissions';
import { requireActor } from '@/lib/session/session';

type Props = {
  params: Promise<{ key: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const draftName = 'draft';

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ name }, t] = await Promise.all([
    loadDefinition((await params).key),
    getTranslations('comparison'),
  ]);
  return { title: t('pageTitle', { name }) };
}

/** Two versions, or one and the draft: on the drawing, in words, and what it means for live instances. */
export default async function ComparePage({ params, searchParams }: Props) {
  const [{ key }, query, actor, t, tDefinitions] = await Promise.all([
    params,
    searchParams,
    requireActor(),
    getTranslations('comparison'),
    getTranslations('definitions'),
  ]);
  const { name, draft, versions, activeVersion } = await loadDefinition(key);
  const names = [...(draft ? [draftName] : []), ...versions.map(({ version }) => String(version))];
  const to = chosen(query['to'], names) ?? names[0];
  const from =
    chosen(query['from'], names) ??
    [String(activeVersion), ...names].find((one) => one !== to && names.includes(one));
  if (to === undefined || from === undefined) notFound();
  const [before, after, live] = await Promise.all([
    read(key, from),
    read(key, to),
    listLiveStates(actor, key),
  ]);
  const comparison = compareDefinitions(before.definition, after.definition);
  const options = names.map((one) => ({
    value: one,
    label: one === draftName ? t('draft') : tDefinitions('version', { version: Number(one) }),
  }));
  const addresses = (make: (one: string) => string) =>
    Object.fromEntries(names.map((one) => [one, make(one)]));
  const address = (left: string, right: string) => `/definitions/${key}/compare?from=${left}&to=${right}`;
  return (
    <Page width="wide">
      <PageHeader
        trail={[
          { href: '/definitions', label: tDefinitions('title') },
          { href: `/definitions/${key}`, label: name },
        ]}
        title={t('title')}
      />
      <div className="mb-5 flex flex-wrap gap-4">
        <VersionChoice
          label={t('from')}
          value={from}
          options={options}
          addresses={addresses((one) => address(one, to))}
        />
        <VersionChoice
          label={t('to')}
          value={to}
          options={options}
          addresses={addresses((one) => address(from, one))}
        />
      </div>
      {isSame(comparison) ? (
        <Banner tone="positive" title={t('same')} className="mb-5">
          {t('sameText')}
        </Banner>
      ) : null}
      <DefinitionDiagram {...comparedDrawing(before, after, comparison)} />
      {isSame(comparison) ? null : (
        <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <ComparisonWords comparison={comparison} />
          <Panel title={t('impact')}>
            <ImpactList
              comparison={comparison}
              live={live.ok ? live.value : []}
              {...(holds(actor, 'instances.read_all') && {
                address: (state: string) => `${liveAddress(key)}&state=${state}`,
              })}
            />
          </Panel>
        </div>
      )}
    </Page>
  );
}

function chosen(value: string | string[] | undefined, names: readonly string[]): string | undefined {
  const [one] = [value ?? []].flat();
  return names.find((known) => known === one);
}

async function read(key: string, name: string) {
  if (name === draftName) {
    const { draft, layout } = await loadDefinition(key);
    return draft ? { definition: draft, layout } : notFound();
  }
  const { content, layout } = await loadVersion(key, Number(name));
  return { definition: content, layout };
}
