import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { Designer } from '@/components/designer/designer';
import { getDesignWorld, listLiveStates } from '@/lib/definitions/queries';
import { holds } from '@/lib/people/permissions';
import { requireActor } from '@/lib/session/session';
import { loadDefinition, loadVersion } from '@/app/(workspace)/definitions/[key]/load-definition';

type Props = { params: Promise<{ key: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { name }] = await Promise.all([getTranslations('designer'), loadDefinition((await params).key)]);
  return { title: t('pageTitle', { name }) };
}

/** The designer of a process. Who may not edit sees it, with the reason. */
export default async function DesignerPage({ params }: Props) {
  const [actor, { key }, t] = await Promise.all([requireActor(), params, getTranslations('designer')]);
  const definition = await loadDefinition(key);
  const { draft, layout, scenarios, revision, activeVersion, versions } = definition;
  const [world, states, active] = await Promise.all([
    getDesignWorld(actor),
    listLiveStates(actor, key),
    activeVersion === null ? null : loadVersion(key, activeVersion),
  ]);
  if (!draft || !world.ok) notFound();
  return (
    <Designer
      document={{ definition: draft, layout: layout ?? {}, scenarios }}
      revision={revision}
      known={world.value}
      personId={actor.personId}
      readOnlyReason={holds(actor, 'definitions.edit') ? null : t('readOnlyReason')}
      publishedSteps={active?.states ?? []}
      mayPublish={holds(actor, 'definitions.publish')}
      nextVersion={Math.max(0, ...versions.map(({ version }) => version)) + 1}
      live={versions.reduce((sum, { liveInstances }) => sum + liveInstances, 0)}
      liveStates={states.ok ? states.value : []}
      active={active?.content ?? null}
      address={`/api/workflows/definitions/${key}`}
      back={`/definitions/${key}`}
    />
  );
}
