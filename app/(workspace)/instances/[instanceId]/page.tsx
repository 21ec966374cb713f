import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DeadlinePanel } from '@/components/deadlines/deadline-panel';
import { historyNames } from '@/components/history/names';
import { answerOf } from '@/components/instances/answer';
import { AnswerCard } from '@/components/instances/answer-card';
import { EndingBanner } from '@/components/instances/ending-banner';
import { FilePanel } from '@/components/instances/file-panel';
import { IncidentBanner } from '@/components/instances/incident-banner';
import { InstanceFacts } from '@/components/instances/instance-facts';
import { InstanceHeader } from '@/components/instances/instance-header';
import { readTab } from '@/components/instances/instance-tab';
import { InstanceWorkspace } from '@/components/instances/instance-workspace';
import { lookOfInstance } from '@/components/instances/status-look';
import { WatchButton } from '@/components/watchers/watch-button';
import { Page } from '@/components/shell/page';
import { RefreshOnChange } from '@/components/shell/use-changes';
import { listDeadlines } from '@/lib/deadlines/queries';
import { holds } from '@/lib/people/permissions';
import { listAvailability } from '@/lib/support/preview';
import { getWatching } from '@/lib/watchers/queries';
import { requireActor } from '@/lib/session/session';
import { loadDossier, loadFiles, loadInstance, loadNewestEvents } from './load-instance';

type Props = {
  params: Promise<{ instanceId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ instanceId }, t] = await Promise.all([params, getTranslations('instance')]);
  const { definition, subject } = await loadInstance(instanceId);
  return { title: t('title', { definition: definition.name, subject: subject.id }) };
}

/** Others than support are shown what they may do, and nothing else. */
const noAvailability = { ok: true, value: [] } as const;

/** One instance: where it is and on whom it waits, what keeps it, what happened, what is known, what can be done. */
export default async function InstancePage({ params, searchParams }: Props) {
  const [{ instanceId }, { tab }, actor, t] = await Promise.all([
    params,
    searchParams,
    requireActor(),
    getTranslations('instance'),
  ]);
  const detail = await loadInstance(instanceId);
  const [newest, files, deadlines, watching, availability] = await Promise.all([
    loadNewestEvents(instanceId, detail.version),
    loadFiles(instanceId),
    listDeadlines(actor, instanceId),
    getWatching(actor, { kind: 'instance', id: instanceId }),
    holds(actor, 'instances.read_all') ? listAvailability(actor, instanceId) : noAvailability,
  ]);
  const name = t('title', { definition: detail.definition.name, subject: detail.subject.id });
  return (
    <Page width="wide">
      <RefreshOnChange instanceId={detail.id} />
      <InstanceHeader
        detail={detail}
        name={name}
        files={files}
        linksVersion={holds(actor, 'definitions.read')}
        availability={availability.ok ? availability.value : []}
        watch={
          watching.ok ? (
            <WatchButton watched={{ kind: 'instance', id: instanceId }} watching={watching.value} />
          ) : null
        }
      />
      <AnswerCard answer={answerOf(detail, newest)} look={lookOfInstance(detail)}>
        <InstanceFacts detail={detail} />
      </AnswerCard>
      {deadlines.ok ? (
        <DeadlinePanel
          instanceId={detail.id}
          deadlines={deadlines.value}
          paused={detail.status === 'paused'}
        />
      ) : null}
      <EndingBanner detail={detail} />
      <IncidentBanner detail={detail} name={name} />
      <FilePanel instanceId={detail.id} awaited={detail.offered.upload} files={files} className="mb-5" />
      <InstanceWorkspace
        detail={detail}
        newest={newest}
        names={historyNames(detail)}
        initialTab={readTab(tab)}
        {...loadDossier(actor, instanceId)}
        repairs={holds(actor, 'instances.repair')}
        integrates={holds(actor, 'integrations.manage')}
      />
    </Page>
  );
}
