import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { FilePanel } from '@/components/instances/file-panel';
import { RequestStatusMark } from '@/components/requests/request-status-mark';
import { RequestView } from '@/components/requests/request-view';
import { Page } from '@/components/shell/page';
import { RefreshOnChange } from '@/components/shell/use-changes';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { WatchButton } from '@/components/watchers/watch-button';
import { listComments } from '@/lib/comments/queries';
import { instanceMoves } from '@/lib/engine/lifecycle';
import { listFiles } from '@/lib/files/queries';
import { holds } from '@/lib/people/permissions';
import { requireActor } from '@/lib/session/session';
import { getWatching } from '@/lib/watchers/queries';
import { WithdrawButton } from '@/app/(workspace)/requests/_components/withdraw-button';
import { loadRequest } from './load-request';

type Props = { params: Promise<{ instanceId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { definition, subject } = await loadRequest((await params).instanceId);
  return { title: `${definition.name} ${subject.id}` };
}

/** One request, for the one who asked: where it is and who has it; comment, add a document, take it back. */
export default async function RequestPage({ params }: Props) {
  const [{ instanceId }, actor, t] = await Promise.all([params, requireActor(), getTranslations('requests')]);
  const [detail, comments, files, watching] = await Promise.all([
    loadRequest(instanceId),
    listComments(actor, instanceId),
    listFiles(actor, instanceId),
    getWatching(actor, { kind: 'instance', id: instanceId }),
  ]);
  const name = `${detail.definition.name} ${detail.subject.id}`;
  const own = detail.requester?.id === actor.personId;
  const mine = detail.waitingOn.find(({ assignee, people }) =>
    assignee ? assignee.id === actor.personId : people.some(({ id }) => id === actor.personId),
  );
  const withdrawable = instanceMoves[detail.status].includes('cancelled') && detail.status !== 'compensating';
  // What came with a comment, or with the start, stands in the conversation.
  const told = new Set(comments.ok ? comments.value.map(({ file }) => file?.id) : []);
  return (
    <Page width="reading">
      <RefreshOnChange instanceId={detail.id} />
      <PageHeader
        trail={[{ href: '/requests', label: t('title') }]}
        title={name}
        mark={<RequestStatusMark status={detail.status} outcome={detail.outcome} look="pill" />}
        actions={
          <>
            {watching.ok ? (
              <WatchButton watched={{ kind: 'instance', id: detail.id }} watching={watching.value} />
            ) : null}
            {holds(actor, 'instances.read_all') ? (
              <LinkButton size="sm" variant="quiet" href={`/instances/${detail.id}`}>
                {t('page.details')}
              </LinkButton>
            ) : null}
            {own && withdrawable ? <WithdrawButton instanceId={detail.id} name={name} /> : null}
          </>
        }
      />
      <RequestView
        detail={detail}
        comments={comments.ok ? comments.value : []}
        reader={{ id: actor.personId, name: actor.name }}
        files={
          <FilePanel
            instanceId={detail.id}
            awaited={detail.offered.upload}
            files={files.ok ? files.value.filter(({ id }) => !told.has(id)) : []}
          />
        }
        answer={
          mine ? (
            <LinkButton href={`/inbox/${mine.taskId}`} variant="primary" className="mt-3">
              {t('answer')}
            </LinkButton>
          ) : null
        }
      />
    </Page>
  );
}
