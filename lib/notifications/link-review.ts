import { configuration } from '@/lib/configuration/configuration';
import { believedSecrets } from '@/lib/configuration/secret';
import { appPool } from '@/lib/database/pool';
import { outcomeName, stepName } from '@/lib/instances/names';
import type { Actor } from '@/lib/people/actor';
import { loadDefinition } from '@/lib/runtime/snapshot';
import { getTask } from '@/lib/tasks/queries';
import type { AuthorityRule, TaskDetail } from '@/lib/tasks/schema';
import { readLinkToken } from './link-token';
import { readLink, type StoredLink } from './read-link';

/** What is told of a decision that was made. */
export type Decided = {
  readonly outcome: string;
  readonly kind: 'positive' | 'negative' | 'neutral';
  readonly by: string;
  readonly at: string;
  readonly reason: string | null;
};

/** What every state of the page tells: what the link is about, and where the request is now. */
type About = {
  readonly title: string;
  readonly definition: string;
  readonly subject: string;
  /** Name of the step where the request is now. */
  readonly now: string | null;
  readonly taskId: string;
  readonly instanceId: string;
};

/**
 * What an e-mail link finds, for whoever is signed in (docs/email-links.md). Reading it changes nothing and consumes nothing.
 * - `not_found` no link of ours, or another tenant's: the two look the same
 * - `not_mine` it was sent to somebody else, and the reader may not decide; nothing of the task is told
 * - `open` the reader may decide now; `sentTo` names another person when the mail was forwarded
 * - `claimed` somebody else has taken the task
 * - `decided_by_you`, `decided` it is decided: the reader's receipt, or who, what and when
 * - `quorum_pending` the reader's vote is in, others are needed
 * - `deadline_passed` the deadline came first; `cancelled` support or the process ended it
 * - `expired` the link is too old, the task is still open; `superseded` the task went to other people
 * - `refused` a rule bars the reader now
 */
export type LinkReview =
  | { readonly state: 'not_found' }
  | { readonly state: 'too_old' }
  | { readonly state: 'not_mine'; readonly sentTo: string }
  | { readonly state: 'open'; readonly task: TaskDetail; readonly sentTo: string | null }
  | { readonly state: 'claimed'; readonly task: TaskDetail; readonly by: string }
  | { readonly state: 'quorum_pending'; readonly task: TaskDetail; readonly own: Decided | null }
  | (About & { readonly state: 'decided_by_you' | 'decided'; readonly decided: Decided })
  | (About & { readonly state: 'deadline_passed'; readonly at: string; readonly decided: string | null })
  | (About & {
      readonly state: 'cancelled';
      readonly at: string;
      /** The person who did it; null when the process went on without it. */
      readonly by: string | null;
      readonly reason: string | null;
    })
  | (About & { readonly state: 'expired' })
  | (About & { readonly state: 'superseded'; readonly to: string | null })
  | (About & {
      readonly state: 'refused';
      readonly rule: AuthorityRule | 'not_waiting';
      readonly message: string;
    });

/** What the link of an address finds for the actor. */
export async function reviewLink(actor: Actor, token: string): Promise<LinkReview> {
  const link = await findLink(actor, token);
  return 'taskId' in link ? review(actor, link) : { state: link.state };
}

/** The link of an address in the actor's tenant. */
export async function findLink(
  actor: Actor,
  token: string,
): Promise<StoredLink | { readonly state: 'not_found' | 'too_old' }> {
  const reads = believedSecrets(configuration()).map((secret) => readLinkToken(secret, token));
  const read = reads.find(({ ok }) => ok) ?? reads.find((one) => !one.ok && one.reason === 'outdated');
  if (!read) return { state: 'not_found' };
  if (!read.ok) return { state: read.reason === 'outdated' ? 'too_old' : 'not_found' };
  return (await readLink(actor.tenantId, read.linkId)) ?? { state: 'not_found' };
}

async function review(actor: Actor, link: StoredLink): Promise<LinkReview> {
  const found = await getTask(actor, link.taskId);
  const task = found.ok ? found.value : null;
  const own = link.personId === actor.personId;
  const voted = link.votes.find(({ person }) => person.id === actor.personId);
  // Who may not read the task, and to whom it was not sent, learns only whom to ask.
  if (!own && !task) return { state: 'not_mine', sentTo: link.sentTo };

  const about = await aboutOf(actor, link);
  if (link.closedAt !== null) return ending(actor, link, about, link.closedAt);
  if (voted && task) return { state: 'quorum_pending', task, own: decidedOf(link, voted) };
  if (own && link.superseded) return { state: 'superseded', to: link.assignee, ...about };
  if (own && link.expired) return { state: 'expired', ...about };
  if (!task) {
    const message = 'You may not decide this any more: you are not among those who are asked.';
    return { state: 'refused', rule: 'not_candidate', message, ...about };
  }
  if (task.mayDecide.ok) return { state: 'open', task, sentTo: own ? null : link.sentTo };
  const { rule, message } = task.mayDecide;
  if (!own && rule === 'not_candidate') return { state: 'not_mine', sentTo: link.sentTo };
  if (rule === 'claimed') return { state: 'claimed', task, by: link.assignee ?? '' };
  return { state: 'refused', rule: rule as AuthorityRule | 'not_waiting', message, ...about };
}

/** How the task ended, in the words that fit the reader. */
function ending(actor: Actor, link: StoredLink, about: About, at: string): LinkReview {
  const last = link.votes.at(-1);
  const own = link.votes.find(({ person }) => person.id === actor.personId);
  if (link.ended?.byDeadline) {
    const decided = link.outcome === null ? null : outcomeName(link.outcomes, link.outcome);
    return { state: 'deadline_passed', at, decided, ...about };
  }
  if (link.outcome !== null && last) {
    return { state: own ? 'decided_by_you' : 'decided', decided: decidedOf(link, own ?? last), ...about };
  }
  const person = link.ended?.actorType === 'staff' || link.ended?.actorType === 'user';
  return {
    state: 'cancelled',
    at,
    by: person ? (link.ended?.actorName ?? null) : null,
    reason: person ? (link.ended?.reason ?? null) : null,
    ...about,
  };
}

function decidedOf({ outcomes }: StoredLink, vote: StoredLink['votes'][number]): Decided {
  return {
    outcome: outcomeName(outcomes, vote.outcome),
    kind: outcomes.find(({ key }) => key === vote.outcome)?.kind ?? 'neutral',
    by: vote.person.name,
    at: vote.at,
    reason: vote.reason,
  };
}

async function aboutOf(actor: Actor, link: StoredLink): Promise<About> {
  const { content } = await loadDefinition(appPool(), actor.tenantId, link.versionId);
  return {
    title: link.title,
    definition: content.name,
    subject: link.subject,
    now: link.state === null ? null : stepName(content, link.state),
    taskId: link.taskId,
    instanceId: link.instanceId,
  };
}
