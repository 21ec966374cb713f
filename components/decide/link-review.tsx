import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AtDeadlineLine } from '@/components/deadlines/at-deadline-line';
import { useFactValue } from '@/components/instances/fact-value';
import { OtherAccount } from '@/components/shell/other-account';
import { DueChip } from '@/components/tasks/due-chip';
import { EarlierDecisions } from '@/components/tasks/earlier-decisions';
import { Banner } from '@/components/ui/banner';
import { DescriptionList } from '@/components/ui/description-list';
import { LinkButton } from '@/components/ui/link-button';
import { useQuoted } from '@/components/ui/quoted';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Tone } from '@/components/ui/tone';
import type { LinkReview } from '@/lib/notifications/link-review';
import type { TaskDetail } from '@/lib/tasks/schema';
import { LinkDesk } from './link-desk';

type Shown = Exclude<LinkReview, { state: 'not_found' }>;

/** What an e-mail link finds: the task to be decided, or in plain words why there is nothing to decide and where to go. */
export function LinkReviewView({ review, token, reader }: { review: Shown; token: string; reader: string }) {
  const t = useTranslations('decide');
  switch (review.state) {
    case 'open':
      return (
        <TaskOfLink task={review.task}>
          {review.sentTo === null ? null : (
            <Banner tone="neutral" title={t('forwarded.title', { name: review.sentTo })} className="mb-4">
              {t('forwarded.text', { reader })}
            </Banner>
          )}
          <LinkDesk token={token} task={review.task} />
        </TaskOfLink>
      );
    case 'claimed':
      return (
        <TaskOfLink task={review.task}>
          <Verdict
            below
            tone="caution"
            title={t('claimed.title', { name: review.by })}
            text={t('claimed.text')}
          >
            <GoToTask taskId={review.task.id} />
          </Verdict>
        </TaskOfLink>
      );
    case 'quorum_pending':
      return (
        <TaskOfLink task={review.task}>
          <Verdict
            below
            tone="positive"
            title={t('quorum.title', { outcome: review.own?.outcome ?? '' })}
            text={t('quorum.text', {
              given: review.task.votes.length,
              required: review.task.approvals.required,
            })}
          >
            <GoToTask taskId={review.task.id} />
          </Verdict>
        </TaskOfLink>
      );
    case 'not_mine':
      return (
        <Verdict
          tone="caution"
          title={t('notMine.title', { name: review.sentTo })}
          text={t('notMine.text', { reader, name: review.sentTo })}
        >
          <Inbox />
          <OtherAccount />
        </Verdict>
      );
    case 'too_old':
      return (
        <Verdict tone="neutral" title={t('expired.title')} text={t('tooOld.text')}>
          <Inbox />
        </Verdict>
      );
    default:
      return <EndedLink review={review} />;
  }
}

/** States in which the link only tells how things stand. */
function EndedLink({ review }: { review: Extract<Shown, { title: string }> }) {
  const t = useTranslations('decide');
  const when = (at: string) => () => <RelativeTime at={at} />;
  const now = review.now === null ? '' : t('nowAt', { state: review.now });
  const actions = (
    <>
      <LinkButton href={`/inbox/${review.taskId}`} variant="secondary">
        {t('seeTask')}
      </LinkButton>
      <Inbox />
    </>
  );
  const about = `${review.definition} · ${review.subject}`;
  switch (review.state) {
    case 'decided_by_you':
    case 'decided': {
      const { decided } = review;
      const tone: Tone =
        decided.kind === 'negative' ? 'danger' : decided.kind === 'positive' ? 'positive' : 'neutral';
      const own = review.state === 'decided_by_you';
      return (
        <Verdict
          tone={tone}
          heading={review.title}
          about={about}
          title={t.rich(own ? 'decidedByYou.title' : 'decided.title', {
            outcome: decided.outcome,
            name: decided.by,
            when: when(decided.at),
          })}
          text={`${t(own ? 'decidedByYou.text' : 'decided.text')} ${now}`}
          quote={decided.reason}
        >
          {actions}
        </Verdict>
      );
    }
    case 'deadline_passed':
      return (
        <Verdict
          tone="neutral"
          heading={review.title}
          about={about}
          title={t.rich('deadline.title', { when: when(review.at) })}
          text={`${review.decided === null ? t('deadline.text') : t('deadline.decided', { outcome: review.decided })} ${now}`}
        >
          {actions}
        </Verdict>
      );
    case 'cancelled':
      return (
        <Verdict
          tone="neutral"
          heading={review.title}
          about={about}
          title={
            review.by === null
              ? t.rich('cancelled.title', { when: when(review.at) })
              : t.rich('cancelled.titleBy', { name: review.by, when: when(review.at) })
          }
          text={`${t('cancelled.text')} ${now}`}
          quote={review.reason}
        >
          {actions}
        </Verdict>
      );
    case 'expired':
      return (
        <Verdict
          tone="caution"
          heading={review.title}
          about={about}
          title={t('expired.title')}
          text={t('expired.text')}
        >
          <GoToTask taskId={review.taskId} />
        </Verdict>
      );
    case 'superseded':
      return (
        <Verdict
          tone="neutral"
          heading={review.title}
          about={about}
          title={review.to === null ? t('superseded.title') : t('superseded.titleTo', { name: review.to })}
          text={t('superseded.text')}
        >
          <Inbox />
        </Verdict>
      );
    case 'refused':
      return (
        <Verdict
          tone="danger"
          heading={review.title}
          about={about}
          title={t('refused.title', { rule: t(`rules.${review.rule}`) })}
          text={review.message}
        >
          <Inbox />
        </Verdict>
      );
  }
}

function TaskOfLink({ task, children }: { task: TaskDetail; children: ReactNode }) {
  const t = useTranslations('decide');
  const valueOf = useFactValue();
  const facts = task.facts.filter(({ value }) => value !== null && value !== '');
  return (
    <article aria-labelledby="decide-title">
      <p className="text-sm text-muted">
        {task.definition.name} · {task.stepName} · {task.subject.id}
      </p>
      <h1 id="decide-title" className="mt-0.5 text-xl font-semibold wrap-anywhere">
        {task.title}
      </h1>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
        {task.dueAt === null ? null : <DueChip dueAt={task.dueAt} createdAt={task.createdAt} />}
        <AtDeadlineLine dueAt={task.dueAt} atDeadline={task.atDeadline} className="text-sm" />
        {task.requester ? <span>{t('requestedBy', { name: task.requester.name })}</span> : null}
      </div>
      {task.instructions ? (
        <p className="mt-4 rounded-lg bg-sunken px-3.5 py-3 text-base whitespace-pre-line text-ink">
          {task.instructions}
        </p>
      ) : null}
      <DescriptionList
        className="my-5"
        items={facts.map((fact) => ({ key: fact.label, label: fact.label, value: valueOf(fact) }))}
      />
      <EarlierDecisions earlier={task.earlier} />
      {children}
    </article>
  );
}

type VerdictProps = {
  tone: Tone;
  /** It stands below a heading of its own. */
  below?: boolean;
  /** What the link was about, where that may be told. */
  heading?: string;
  about?: string;
  title: ReactNode;
  text: string;
  quote?: string | null;
  children: ReactNode;
};

/** One sentence what is the case, one what that means, and where to go. */
function Verdict({ tone, below = false, heading, about, title, text, quote, children }: VerdictProps) {
  const t = useTranslations('decide');
  const quoted = useQuoted();
  return (
    <div>
      {below ? null : heading === undefined ? (
        <h1 className="sr-only">{t('pageTitle')}</h1>
      ) : (
        <>
          <p className="text-sm text-muted">{about}</p>
          <h1 className="mt-0.5 mb-4 text-xl font-semibold wrap-anywhere">{heading}</h1>
        </>
      )}
      <Banner tone={tone} title={title}>
        <p>{text.trim()}</p>
        {quote ? <blockquote className="mt-2 whitespace-pre-line">{quoted(quote)}</blockquote> : null}
      </Banner>
      <div className="mt-5 flex flex-wrap gap-2 max-sm:[&>*]:w-full">{children}</div>
    </div>
  );
}

function GoToTask({ taskId }: { taskId: string }) {
  const t = useTranslations('decide');
  return (
    <LinkButton href={`/inbox/${taskId}`} variant="primary">
      {t('goToTask')}
    </LinkButton>
  );
}

function Inbox() {
  const t = useTranslations('decide');
  return <LinkButton href="/inbox">{t('inbox')}</LinkButton>;
}
